# Hints in three steps. The facts about moves stand in `games`, in `phrases!`.
hint-piece = Look at { $cell }.
hint-no-piece = No piece is touched.
hint-kind = It is { $kind }.
hint-move = { $move }: { $reasons }.
hint-move-alone = { $move }.
