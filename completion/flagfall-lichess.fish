# SPDX-License-Identifier: GPL-2.0-or-later
complete -c flagfall-lichess -s e -l export -xa '(__fish_complete_directories)' -d 'Folder of a round'
complete -c flagfall-lichess -s r -l round -x -d 'Id of the broadcast round'
complete -c flagfall-lichess -s t -l token -rF -d 'File with the access token'
complete -c flagfall-lichess -l once -d 'End when all was sent'
complete -c flagfall-lichess -l url -x -d 'Another server'
