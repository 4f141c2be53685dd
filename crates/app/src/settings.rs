//! What is remembered from one run to the next, where the platform keeps such things.
//!
//! A settings file comes from outside: it is bounded, it may be broken, and it never names a program to
//! start.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::{env, str};

use directories::ProjectDirs;
use files::Replace;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use words::Language;

use crate::failure::{complain, words};

/// Names another folder for settings and games than the platform's.
const FOLDER_VARIABLE: &str = "JOGO_CONFIG_DIR";
const FILE: &str = "settings.json";
/// No real settings come near; a file that does is not read.
const BYTES_MAX: u64 = 64 * 1024;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// What was chosen; nothing follows the environment.
    #[serde(
        serialize_with = "write_tag",
        deserialize_with = "read_tag",
        skip_serializing_if = "Option::is_none"
    )]
    pub language: Option<Language>,
    /// What was chosen last in the menu of the full-screen app; nothing before the first game there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub menu: Option<MenuChoice>,
    /// What other versions remember, kept for them.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// What a menu remembers, as text: a game and seats that are not known any more are passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MenuChoice {
    pub game: String,
    /// Who plays first and second. Only names of the list are taken: settings start no programs.
    pub seats: [String; 2],
    pub clock: Option<String>,
}

impl Settings {
    /// What was remembered. A file that makes no sense is worth a warning and no more.
    pub fn load() -> Self {
        let Some(path) = path() else { return Self::default() };
        Self::load_from(&path).unwrap_or_else(|error| {
            let told = [("path", path.display().to_string().into()), ("error", error.into())];
            complain(&format!("jogo: {}", words().say_with("settings-new", told)));
            Self::default()
        })
    }

    /// The language that was chosen, without a word about a file that makes no sense: for what only may have
    /// something to say.
    pub fn chosen_language() -> Language {
        path().and_then(|path| Self::load_from(&path).ok()).unwrap_or_default().language()
    }

    fn load_from(path: &Path) -> Result<Self, String> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(error.to_string()),
        };
        let mut bytes = Vec::new();
        file.take(BYTES_MAX + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > BYTES_MAX {
            return Err(format!("longer than {BYTES_MAX} bytes"));
        }
        let text = str::from_utf8(&bytes).map_err(|_| "not UTF-8".to_owned())?;
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// Changes what is remembered, and leaves alone what is not changed, also what other versions wrote.
    ///
    /// # Errors
    /// When there is no folder for settings, or it cannot be written.
    pub fn change(edit: impl FnOnce(&mut Self)) -> io::Result<()> {
        let path =
            path().ok_or_else(|| io::Error::new(ErrorKind::NotFound, "there is no folder for settings"))?;
        // A broken file has had its warning, and is mended here.
        let mut settings = Self::load_from(&path).unwrap_or_default();
        edit(&mut settings);
        settings.save_to(&path)
    }

    /// Writes all of it, or nothing: a reader never sees half a file.
    fn save_to(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().ok_or(ErrorKind::NotFound)?;
        fs::create_dir_all(folder)?;
        let text = serde_json::to_string_pretty(self)?;
        files::write(path, format!("{text}\n").as_bytes(), Replace::Asked)
    }

    /// The language where the command line says nothing.
    pub fn language(&self) -> Language {
        self.language.unwrap_or_else(|| language_of(|name| env::var(name).ok()))
    }
}

fn path() -> Option<PathBuf> {
    Some(folder(|folders| folders.config_dir().to_owned())?.join(FILE))
}

/// Where the platform keeps what belongs to its user: the games.
pub fn data_folder() -> Option<PathBuf> {
    folder(|folders| folders.data_dir().to_owned())
}

/// Where the platform keeps what a program goes on with the next time; earlier versions kept a game there.
pub fn state_folder() -> Option<PathBuf> {
    folder(|folders| folders.state_dir().unwrap_or_else(|| folders.data_local_dir()).to_owned())
}

fn folder(kind: impl Fn(&ProjectDirs) -> PathBuf) -> Option<PathBuf> {
    match env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()) {
        Some(folder) => Some(PathBuf::from(folder)),
        None => ProjectDirs::from("", "", "jogo").as_ref().map(kind),
    }
}

/// The language of messages, as POSIX has it: the first of these that says anything decides. One that is
/// not translated means English.
fn language_of(variable: impl Fn(&str) -> Option<String>) -> Language {
    let said = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| variable(name).filter(|value| !value.is_empty()));
    said.and_then(|value| value.parse().ok()).unwrap_or_default()
}

fn write_tag<S: Serializer>(language: &Option<Language>, serializer: S) -> Result<S::Ok, S::Error> {
    language.map(Language::tag).serialize(serializer)
}

fn read_tag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Language>, D::Error> {
    let tag = Option::<String>::deserialize(deserializer)?;
    tag.map(|tag| tag.parse().map_err(serde::de::Error::custom)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_loaded_and_what_others_wrote_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/settings.json");
        assert_eq!(Settings::load_from(&path), Ok(Settings::default()));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, r#"{"theme": {"dark": true}, "language": null}"#).unwrap();
        let mut settings = Settings::load_from(&path).unwrap();
        assert_eq!(settings.language, None);
        settings.language = Some(Language::Portuguese);
        settings.save_to(&path).unwrap();
        assert_eq!(Settings::load_from(&path), Ok(settings));
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("\"dark\": true") && text.contains("\"language\": \"pt\""), "{text}");
        assert_eq!(
            fs::read_dir(path.parent().unwrap()).unwrap().count(),
            1,
            "nothing else is left in the folder"
        );
    }

    #[test]
    fn broken_files_are_refused_with_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let long = " ".repeat(BYTES_MAX as usize + 1);
        for (text, reason) in [
            ("{", "EOF"),
            ("[]", "invalid"),
            (r#"{"language": "de"}"#, "no language"),
            (&long, "longer"),
            ("\u{0}", "expected"),
        ] {
            fs::write(&path, text).unwrap();
            let error = Settings::load_from(&path).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
        fs::write(&path, [0xff, 0xfe]).unwrap();
        assert_eq!(Settings::load_from(&path).unwrap_err(), "not UTF-8");
        assert!(Settings::load_from(folder.path()).is_err());
    }

    #[test]
    fn the_environment_is_asked_in_the_order_of_posix() {
        let language = |variables: &[(&str, &str)]| {
            language_of(|name| {
                variables.iter().find(|(variable, _)| *variable == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(language(&[]), Language::English);
        assert_eq!(language(&[("LANG", "pt_PT.UTF-8")]), Language::Portuguese);
        assert_eq!(language(&[("LC_ALL", "C"), ("LANG", "pt_PT.UTF-8")]), Language::English);
        assert_eq!(
            language(&[("LC_ALL", ""), ("LC_MESSAGES", "pt"), ("LANG", "en_GB")]),
            Language::Portuguese
        );
        assert_eq!(language(&[("LANG", "de_DE.UTF-8")]), Language::English);
        assert_eq!(language(&[("LC_ALL", "POSIX")]), Language::English);
    }
}
