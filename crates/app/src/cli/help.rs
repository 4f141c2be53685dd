//! The help texts in another language than English.
//!
//! The English text of an argument is its doc comment. The texts of other languages are in the file
//! `help.ftl` of [`words`], under keys that follow from the names of commands and arguments: `help-COMMAND`
//! for a command, `help-COMMAND-ARGUMENT` for an argument, `help-COMMAND-ARGUMENT-VALUE` for a value that has
//! a help text of its own, `help-COMMAND-after` for what follows the arguments. `help-any-ARGUMENT` serves
//! all commands in which the argument means the same. The tests below name every text that is missing.

use clap::builder::styling::Style;
use clap::{Arg, Command};
use table::Seat;
use words::{Language, Words};

/// How clap names its own argument and command for help, and its argument for the version.
const HELP: &str = "help";
const VERSION: &str = "version";

/// The commands with help texts in the given language, for completions and manual pages.
pub fn translated(command: Command, words: &Words) -> Command {
    if words.language() == Language::English {
        return command;
    }
    translate(command, &[], words)
}

/// The commands as `--help` and errors show them: in the given language with headings, defaults and value
/// names.
pub fn shown(command: Command, words: &Words) -> Command {
    if words.language() == Language::English {
        return command;
    }
    let mut command = name_values(translate(command, &[], words), words);
    // Building adds what clap writes itself: the arguments and the command for help, and how a command is
    // used.
    command.build();
    translate_generated(command, words)
}

fn translate(command: Command, path: &[&str], words: &Words) -> Command {
    let key = command_key(path);
    let mut command = command;
    if words.has(&key) {
        command = command.about(words.say(&key));
    }
    let after = format!("{key}-after");
    if words.has(&after) {
        command = command.after_help(unwrapped(&words.say(&after)));
    }
    command.mut_args(|arg| translate_argument(arg, path, words)).mut_subcommands(|inner| {
        let name = inner.get_name().to_owned();
        translate(inner, &[path, &[name.as_str()]].concat(), words)
    })
}

fn translate_argument(arg: Arg, path: &[&str], words: &Words) -> Arg {
    let Some(key) = argument_key(path, arg.get_id().as_str(), words) else { return arg };
    let lists = [("seats", Seat::list().into()), ("computers", Seat::list_of_computers().into())];
    let help = unwrapped(&words.say_with(&key, lists));
    // Clap would list values that have help texts with these, which are English.
    let explained: Vec<String> = explained_values(&arg)
        .map(|value| format!("{value}: {}", words.say(&format!("{key}-{value}"))))
        .collect();
    if explained.is_empty() {
        return arg.help(help);
    }
    arg.help(format!("{help} [{}]", explained.join("; "))).hide_possible_values(true)
}

/// Joins the lines of each paragraph, which clap wraps to the width of the terminal. Indented lines stay.
fn unwrapped(text: &str) -> String {
    let mut joined = String::new();
    let mut may_join = false;
    for line in text.lines() {
        let is_prose = !line.is_empty() && !line.starts_with(' ');
        if !joined.is_empty() {
            joined.push(if may_join && is_prose { ' ' } else { '\n' });
        }
        joined.push_str(line);
        may_join = is_prose;
    }
    joined
}

/// The values of an argument that have a help text of their own.
fn explained_values(arg: &Arg) -> impl Iterator<Item = String> {
    let values = if arg.is_hide_possible_values_set() { Vec::new() } else { arg.get_possible_values() };
    values.into_iter().filter(|value| value.get_help().is_some()).map(|value| value.get_name().to_owned())
}

fn command_key(path: &[&str]) -> String {
    if path.is_empty() { "help-jogo".to_owned() } else { format!("help-{}", path.join("-")) }
}

/// The key of an argument's help: of this command alone, or of all commands.
fn argument_key(path: &[&str], id: &str, words: &Words) -> Option<String> {
    let id = id.replace('_', "-");
    [format!("{}-{id}", command_key(path)), format!("help-any-{id}")].into_iter().find(|key| words.has(key))
}

fn value_key(name: &str) -> String {
    format!("help-value-{}", name.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-"))
}

/// Says in the language what clap says of an argument in English: heading, names of values, defaults,
/// possible values.
fn name_values(command: Command, words: &Words) -> Command {
    command.mut_args(|arg| name_value(arg, words)).mut_subcommands(|inner| name_values(inner, words))
}

fn name_value(arg: Arg, words: &Words) -> Arg {
    let heading = if arg.is_positional() { "help-arguments" } else { "help-options" };
    let mut arg = arg.help_heading(words.say(heading));
    if !arg.get_action().takes_values() {
        return arg;
    }
    let mut help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let mut add = |key: &str, values: &[String]| {
        if !values.is_empty() {
            help += &format!(" [{}]", words.say_with(key, [("values", values.join(", ").into())]));
        }
    };
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if !defaults.iter().all(String::is_empty) {
        add("help-default", &defaults);
    }
    if !arg.is_hide_possible_values_set() {
        let values: Vec<String> =
            arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        add("help-values", &values);
    }
    let names: Option<Vec<String>> = arg.get_value_names().map(|names| {
        let named = |name: &str| {
            let key = value_key(name);
            if words.has(&key) { words.say(&key) } else { name.to_owned() }
        };
        names.iter().map(|name| named(name)).collect()
    });
    if let Some(names) = names {
        arg = arg.value_names(names);
    }
    arg.help(help).hide_default_value(true).hide_possible_values(true)
}

/// Says in the language what clap adds to every command.
fn translate_generated(command: Command, words: &Words) -> Command {
    let mut command = command
        .subcommand_help_heading(words.say("help-commands"))
        .subcommand_value_name(words.say("help-value-command"));
    // The word stands in every usage line, and clap has no setting for it.
    let usage = command.render_usage().ansi().to_string();
    let usage = usage.split_once("Usage:").map_or(usage.as_str(), |(_, usage)| usage);
    let usage = usage
        .trim_start_matches("\u{1b}[0m")
        .trim_start()
        .replace("OPTIONS", &words.say("help-usage-options"));
    let heading = Style::new().bold().underline();
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{heading}{}:{heading:#} {{usage}}\n\n\
         {{all-args}}{{after-help}}",
        words.say("help-usage")
    );
    if command.get_name() == HELP {
        command = command.about(words.say("help-help"));
    }
    command
        .override_usage(usage)
        .help_template(template)
        .mut_args(|arg| {
            let key = match arg.get_id().as_str() {
                HELP => "help-any-help",
                VERSION => "help-any-version",
                _ => return arg,
            };
            arg.help(words.say(key)).help_heading(words.say("help-options"))
        })
        .mut_subcommands(|inner| translate_generated(inner, words))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    /// Every key that the commands ask for in the texts of a language, with the English text that it
    /// translates.
    fn wanted(
        command: &Command,
        path: &[&str],
        words: &Words,
        keys: &mut BTreeMap<String, BTreeSet<String>>,
    ) {
        let key = command_key(path);
        let mut want = |key: String, english: Option<String>| {
            let english = english.unwrap_or_else(|| panic!("{key}: there is no English help"));
            keys.entry(key).or_default().insert(english);
        };
        want(key.clone(), command.get_about().map(ToString::to_string));
        if let Some(after) = command.get_after_help() {
            want(format!("{key}-after"), Some(after.to_string()));
        }
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let id = arg.get_id().as_str();
            let found = argument_key(path, id, words);
            let found = found.unwrap_or_else(|| format!("{key}-{}", id.replace('_', "-")));
            want(found.clone(), arg.get_help().map(ToString::to_string));
            explained_values(arg).for_each(|value| want(format!("{found}-{value}"), Some(value)));
            if arg.get_action().takes_values() {
                for name in arg.get_value_names().unwrap_or_default() {
                    want(value_key(name), Some(name.to_string()));
                }
            }
        }
        for inner in command.get_subcommands() {
            wanted(inner, &[path, &[inner.get_name()]].concat(), words, keys);
        }
    }

    #[test]
    fn every_command_argument_and_value_has_its_help_in_every_language() {
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            let words = Words::help_of(language);
            let mut keys = BTreeMap::new();
            wanted(&Cli::command(), &[], words, &mut keys);
            let missing: Vec<_> = keys.iter().filter(|(key, _)| !words.has(key)).collect();
            assert!(missing.is_empty(), "missing in help.ftl of {language}: {missing:#?}");
            // A text for all commands translates one English text; an argument that means something else has
            // its own.
            let mixed: Vec<_> = keys.iter().filter(|(_, english)| english.len() > 1).collect();
            assert!(mixed.is_empty(), "one text for several: {mixed:#?}");
            let own = ["help-arguments", "help-commands", "help-default", "help-help", "help-options"];
            let own: BTreeSet<&str> = own
                .into_iter()
                .chain(["help-usage", "help-usage-options", "help-values", "help-value-command"])
                .chain(["help-any-help", "help-any-version"])
                .collect();
            let unused: Vec<_> = words
                .help_keys()
                .into_iter()
                .filter(|key| !keys.contains_key(key) && !own.contains(key.as_str()))
                .collect();
            assert!(unused.is_empty(), "nothing asks for these texts: {unused:?}");
        }
    }

    #[test]
    fn no_word_of_claps_own_is_left() {
        fn check(command: &Command) {
            let help = command.clone().render_long_help().to_string();
            for word in [
                "Usage:",
                "Options:",
                "Commands:",
                "Arguments:",
                "OPTIONS",
                "[default",
                "[possible",
                "Print ",
            ] {
                assert!(!help.contains(word), "{word}: {help}");
            }
            command.get_subcommands().for_each(check);
        }
        check(&shown(Cli::command(), Words::help_of(Language::Portuguese)));
    }

    #[test]
    fn in_english_nothing_is_changed() {
        let [mut plain, mut same] =
            [Cli::command(), shown(Cli::command(), Words::help_of(Language::English))];
        assert_eq!(plain.render_long_help().to_string(), same.render_long_help().to_string());
    }
}
