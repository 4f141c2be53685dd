# O que se diz em toda a parte.
language-name = Português
