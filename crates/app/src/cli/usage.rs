//! Arguments that make no sense, and help: what is said instead of running a command.

use std::ffi::OsString;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use games::quote;
use words::{Language, Words};

use super::args::similar_game;
use super::{Cli, help};
use crate::failure::{Failure, words};

/// Help and version are answers; anything else is one line that says what is wrong.
pub fn report(error: clap::Error, args: &[OsString]) -> Result<(), Failure> {
    let language = words().language();
    // Only now are the help texts of another language needed: the same arguments fail in the same way with
    // them.
    let error = match language {
        Language::English => error,
        _ => help::shown(Cli::command(), Words::help_of(language))
            .try_get_matches_from(args)
            .err()
            .unwrap_or(error),
    };
    let error = &error;
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return Ok(error.print()?);
    }
    if let Some(told) = usage_said(error) {
        return Err(Failure::Input(told));
    }
    let text = error.render().to_string();
    let cause = text.split("\n\nUsage:").next().unwrap_or("");
    let cause = cause.split("\n\nFor more information").next().unwrap_or("");
    let words: Vec<&str> = cause.trim_start_matches("error:").split_whitespace().collect();
    let mut cause = words.join(" ");
    // A game that is misspelt where a command stands is looked for among commands only.
    if let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidSubcommand))
        && let Some(id) = similar_game(word)
    {
        // A command that is similar too is less likely to be meant.
        cause.truncate(cause.find(" tip: ").unwrap_or(cause.len()));
        cause.push_str(&format!(" tip: a similar game exists: '{id}'"));
    }
    Err(Failure::Input(cause))
}

/// What is wrong, in another language than English; nothing where there are no words for it.
fn usage_said(error: &clap::Error) -> Option<String> {
    if words().language() == Language::English {
        return None;
    }
    let context = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    let similar = |kind: ContextKind| {
        context(kind)
            .map_or(String::new(), |meant| words().say_with("cli-similar", [("meant", meant.into())]))
    };
    let told = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = context(ContextKind::InvalidSubcommand)?;
            let meant = match similar_game(&word) {
                Some(id) => words().say_with("cli-similar", [("meant", id.into())]),
                None => similar(ContextKind::SuggestedSubcommand),
            };
            words().say_with("cli-no-command", [("command", quote(&word).into())]) + &meant
        }
        ErrorKind::UnknownArgument => {
            let word = context(ContextKind::InvalidArg)?;
            words().say_with("cli-unknown-argument", [("argument", quote(&word).into())])
                + &similar(ContextKind::SuggestedArg)
        }
        ErrorKind::MissingSubcommand => {
            let (command, commands) =
                (context(ContextKind::InvalidSubcommand)?, context(ContextKind::ValidSubcommand)?);
            words()
                .say_with("cli-missing-command", [("command", command.into()), ("commands", commands.into())])
        }
        ErrorKind::InvalidUtf8 => words().say("cli-argument-not-utf8"),
        ErrorKind::TooManyValues => {
            let (argument, value) = (context(ContextKind::InvalidArg)?, context(ContextKind::InvalidValue)?);
            let told = [("argument", argument.into()), ("value", quote(&value).into())];
            words().say_with("cli-no-value-here", told)
        }
        ErrorKind::MissingRequiredArgument => {
            words().say_with("cli-missing", [("arguments", context(ContextKind::InvalidArg)?.into())])
        }
        ErrorKind::ArgumentConflict => {
            let (one, other) = (context(ContextKind::InvalidArg)?, context(ContextKind::PriorArg)?);
            if one == other {
                return Some(words().say_with("cli-twice", [("argument", one.into())]));
            }
            words().say_with("cli-conflict", [("one", one.into()), ("other", other.into())])
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let (argument, value) = (context(ContextKind::InvalidArg)?, context(ContextKind::InvalidValue)?);
            if value.is_empty() {
                return Some(words().say_with("cli-value-missing", [("argument", argument.into())]));
            }
            let reason = std::error::Error::source(error).map(|source| {
                match source.to_string().split_once(" is not in ") {
                    Some((_, range)) => words().say_with("cli-range", [("range", range.into())]),
                    None if source.is::<std::num::ParseIntError>() => words().say("cli-number"),
                    None if source.is::<std::net::AddrParseError>() => words().say("cli-address"),
                    None => source.to_string(),
                }
            });
            let reason = reason.or_else(|| {
                Some(
                    words()
                        .say_with("cli-valid-values", [("values", context(ContextKind::ValidValue)?.into())]),
                )
            });
            let told = [
                ("argument", argument.into()),
                ("value", quote(&value).into()),
                ("reason", reason.unwrap_or_default().into()),
            ];
            words().say_with("cli-invalid-value", told)
        }
        _ => return None,
    };
    Some(told)
}
