# SPDX-License-Identifier: GPL-2.0-or-later
complete -c flagfall-web -l bus -x -a user -d 'Bus that flagfalld is on'
complete -c flagfall-web -l listen -x -d 'Address and port to serve'
complete -c flagfall-web -l host -x -a '(__fish_print_hostnames)' -d 'Name by which browsers may ask'
complete -c flagfall-web -l origin -x -d 'Site whose pages may read the answers'
complete -c flagfall-web -l cert -rF -d 'Certificate for TLS'
complete -c flagfall-web -l key -rF -d 'Key of the certificate'
complete -c flagfall-web -l connections -x -d 'Most connections at once'
