# What every front end says.
language-name = English
