//! A study: a game with variations, comments, marks and tags, as a tree of moves. A [`Record`] is one line of
//! it.
//!
//! Both are read and written as the same text, which docs/records.md describes: [`notation`] has jogo's own
//! form, `pgn` that of the Ataxx programs. What the writer has written is read back and written again byte
//! for byte.

mod edits;
pub(crate) mod header;
pub mod notation;
mod pgn;

use std::sync::Arc;

use crate::record::{ALREADY_OVER, Closing, FULL, MOVES_MAX, Note};
use crate::{AnyPosition, Complaint, GameEntry, Outcome, Player, Record};
pub use edits::{EDITS_MAX, StudyEditor};
use header::{Tags, header};
pub use notation::{RecordError, TEXT_MAX};

/// Most moves in a study, all variations together.
pub const NODES_MAX: usize = 20_000;
/// Most variations inside one another. It bounds the recursion of the writer.
pub const NESTING_MAX: usize = 32;
/// Most marks of one move.
pub const MARKS_MAX: usize = 8;
/// Longest comment, in bytes.
pub const COMMENT_MAX: usize = 64 << 10;
/// Most tags besides those that the writer fills in itself.
pub const TAGS_MAX: usize = 64;

phrases! {
    STUDY_FULL = "study-full": "a study holds at most {limit} moves";
    NESTING = "study-nesting": "there are more than {limit} variations inside one another";
}

/// A judgement of a move, numbered like PGN's numeric annotation glyphs: 1 to 6 are `!`, `?`, `!!`, `??`,
/// `!?` and `?!`. Other numbers are kept as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mark(pub u16);

/// The marks that have a sign, from 1.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

impl Mark {
    /// Returns the sign that is written behind a move, for the six marks that have one.
    pub fn sign(self) -> Option<&'static str> {
        SIGNS.get(usize::from(self.0).checked_sub(1)?).copied()
    }

    pub fn of_sign(sign: &str) -> Option<Self> {
        let index = SIGNS.iter().position(|known| *known == sign)?;
        u16::try_from(index + 1).ok().map(Self)
    }
}

/// A position in the tree of a study. It means nothing in another study, nor after it was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The start, before any move.
    pub const ROOT: Self = Self(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
struct Node {
    /// The root is its own parent.
    parent: NodeId,
    /// The move that leads here, in strict notation; empty at the root.
    mv: String,
    position: Box<dyn AnyPosition>,
    key: u64,
    /// How many moves lead here.
    ply: usize,
    /// What is said before the first move of a variation.
    before: String,
    note: Note,
    /// The line goes on with the first; the others are variations of it.
    children: Vec<NodeId>,
}

/// A game with its variations. The first child of every node is the main continuation.
#[derive(Clone, Debug)]
pub struct Study {
    game: &'static GameEntry,
    tags: Tags,
    nodes: Vec<Node>,
    /// Nodes that were removed, to be used again.
    free: Vec<NodeId>,
    /// How many nodes are out of the tree for now, and can be put back by an editor.
    detached: usize,
    closing: Option<Closing>,
}

header!(Study);

impl Study {
    pub fn new(game: &'static GameEntry) -> Self {
        Self::from_position(game, (game.start)())
    }

    /// Returns a study that starts from any position, which must be of this game.
    pub fn from_position(game: &'static GameEntry, start: Box<dyn AnyPosition>) -> Self {
        debug_assert_eq!(start.info().id, game.info.id);
        let mut study = Self {
            game,
            tags: Tags::default(),
            nodes: Vec::new(),
            free: Vec::new(),
            detached: 0,
            closing: None,
        };
        study.push(NodeId::ROOT, String::new(), start, 0);
        study
    }

    /// Returns the record as a study. The variations with which it was read stand where its moves still lead
    /// to them.
    pub fn of(record: &Record) -> Self {
        let mut study = match &record.study {
            Some(study) => (**study).clone(),
            None => Self::from_position(record.game(), record.start().boxed_clone()),
        };
        study.tags = record.tags.clone();
        study.closing = record.closing();
        let mut node = NodeId::ROOT;
        for (ply, mv) in record.moves().iter().enumerate() {
            study.nodes[node.index()].note = record.note(ply).clone();
            let main = study.children(node).first().copied();
            node = match study.child(node, mv) {
                Some(child) => {
                    if let Some(main) = main.filter(|main| *main != child) {
                        study.remove(main);
                        let siblings = &mut study.nodes[node.index()].children;
                        siblings.retain(|sibling| *sibling != child);
                        siblings.insert(0, child);
                    }
                    child
                }
                None => {
                    if let Some(main) = main {
                        study.remove(main);
                    }
                    let position = record.position_at(ply + 1).expect("the move was played").boxed_clone();
                    study.push_first(node, mv.clone(), position, ply + 1)
                }
            };
        }
        study.nodes[node.index()].note = record.note(record.moves().len()).clone();
        study.remove_children(node);
        if study.count_moves() > NODES_MAX {
            // The moves of the game come before the variations that they were read with.
            return Self::of(&Record { study: None, ..record.clone() });
        }
        study
    }

    pub fn position(&self, node: NodeId) -> &dyn AnyPosition {
        &*self.nodes[node.index()].position
    }

    /// Returns the move that leads to a node, in strict notation; `None` at the root.
    pub fn mv(&self, node: NodeId) -> Option<&str> {
        (node != NodeId::ROOT).then(|| self.nodes[node.index()].mv.as_str())
    }

    /// Returns how many moves lead to a node.
    pub fn ply(&self, node: NodeId) -> usize {
        self.nodes[node.index()].ply
    }

    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != NodeId::ROOT).then(|| self.nodes[node.index()].parent)
    }

    /// Returns what follows: the main continuation first, then its variations.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.index()].children
    }

    /// Returns the node that a move, in strict notation, leads to.
    pub fn child(&self, node: NodeId, mv: &str) -> Option<NodeId> {
        self.children(node).iter().copied().find(|child| self.nodes[child.index()].mv == mv)
    }

    /// Returns the comment after a move, or at the root before the first; empty where there is none.
    pub fn comment(&self, node: NodeId) -> &str {
        &self.nodes[node.index()].note.comment
    }

    /// Sets that comment. Its text becomes one line without braces, cut at [`COMMENT_MAX`].
    pub fn set_comment(&mut self, node: NodeId, text: impl AsRef<str>) {
        self.nodes[node.index()].note.comment = notation::clean_comment(text.as_ref());
    }

    /// Returns what is said before the first move of a variation; empty where there is nothing. Only written
    /// where a variation begins.
    pub fn comment_before(&self, node: NodeId) -> &str {
        &self.nodes[node.index()].before
    }

    pub fn set_comment_before(&mut self, node: NodeId, text: impl AsRef<str>) {
        self.nodes[node.index()].before = notation::clean_comment(text.as_ref());
    }

    pub fn marks(&self, node: NodeId) -> &[Mark] {
        &self.nodes[node.index()].note.marks
    }

    /// Sets the marks of a move; past [`MARKS_MAX`] they are left out.
    pub fn set_marks(&mut self, node: NodeId, marks: &[Mark]) {
        self.nodes[node.index()].note.marks = marks[..marks.len().min(MARKS_MAX)].to_vec();
    }

    /// Returns how many moves the study holds, all variations together.
    pub fn count_moves(&self) -> usize {
        self.nodes.len() - 1 - self.free.len() - self.detached
    }

    /// Returns the nodes from the root to this one, both included.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(node), |node| self.parent(*node)).collect();
        path.reverse();
        path
    }

    /// Returns the nodes of the main line, the root first.
    pub fn main_line(&self) -> Vec<NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |node| self.children(*node).first().copied()).collect()
    }

    /// Returns how the line to a node has ended by the rules of the game, repetition included.
    pub fn outcome_at(&self, node: NodeId) -> Option<Outcome> {
        let repeated = || {
            let (times, key) = (self.info().repetition? as usize, self.nodes[node.index()].key);
            let line = std::iter::successors(Some(node), |node| self.parent(*node));
            let occurrences = line.filter(|node| self.nodes[node.index()].key == key).count();
            (occurrences >= times).then_some(Outcome::Draw)
        };
        self.position(node).outcome().or_else(repeated)
    }

    /// Returns the result of the main line.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_at(self.main_end()).or(self.closing.map(Closing::outcome))
    }

    /// Returns how the main line was ended, if not by the rules.
    pub fn closing(&self) -> Option<Closing> {
        self.closing.filter(|_| self.outcome_at(self.main_end()).is_none())
    }

    /// Says how the main line was ended, if not by the rules.
    pub fn close(&mut self, closing: Option<Closing>) {
        self.closing = closing;
    }

    /// Plays a move, read liberally, and returns where it leads. A move that is there already is not added
    /// again.
    ///
    /// # Errors
    /// Names the rule that the move would break, or the limit; the study is then unchanged.
    pub fn play(&mut self, node: NodeId, text: &str) -> Result<NodeId, Complaint> {
        let mv = self.position(node).read_move(text)?;
        if let Some(child) = self.child(node, &mv) { Ok(child) } else { self.add(node, mv) }
    }

    /// Adds a move in strict notation behind all others, even one that is there already.
    fn add(&mut self, node: NodeId, mv: String) -> Result<NodeId, Complaint> {
        if self.outcome_at(node).is_some() {
            return Err(ALREADY_OVER.message());
        }
        if self.ply(node) == MOVES_MAX {
            return Err(FULL.with("limit", MOVES_MAX));
        }
        if self.count_moves() == NODES_MAX {
            return Err(STUDY_FULL.with("limit", NODES_MAX));
        }
        if !self.children(node).is_empty() && self.nesting(node) == NESTING_MAX {
            return Err(NESTING.with("limit", NESTING_MAX));
        }
        let position = self.position(node).after(&mv)?;
        Ok(self.push(node, mv, position, self.ply(node) + 1))
    }

    /// Removes a node and all that follows it. The root stays.
    pub fn remove(&mut self, node: NodeId) {
        if let Some(parent) = self.parent(node) {
            self.nodes[parent.index()].children.retain(|child| *child != node);
            self.remove_children(node);
            self.free.push(node);
        }
    }

    fn remove_children(&mut self, node: NodeId) {
        let mut removed = std::mem::take(&mut self.nodes[node.index()].children);
        while let Some(node) = removed.pop() {
            removed.append(&mut self.nodes[node.index()].children);
            self.free.push(node);
        }
    }

    /// Makes a node the main continuation of the one before it.
    ///
    /// # Errors
    /// When the line that it replaces would then lie too deep; the study is then unchanged.
    pub fn promote(&mut self, node: NodeId) -> Result<(), Complaint> {
        let Some(parent) = self.parent(node) else { return Ok(()) };
        let before = self.nodes[parent.index()].children.clone();
        let siblings = &mut self.nodes[parent.index()].children;
        siblings.retain(|sibling| *sibling != node);
        siblings.insert(0, node);
        if self.deepest() > NESTING_MAX {
            self.nodes[parent.index()].children = before;
            return Err(NESTING.with("limit", NESTING_MAX));
        }
        Ok(())
    }

    /// Returns the game along the line to a node, with its comments and marks. Without the variations beside
    /// it.
    pub fn record_to(&self, node: NodeId) -> Record {
        let path = self.path(node);
        let at = |node: &NodeId| &self.nodes[node.index()];
        Record {
            game: self.game,
            positions: path.iter().map(|node| at(node).position.boxed_clone()).collect(),
            moves: path[1..].iter().map(|node| at(node).mv.clone()).collect(),
            notes: path.iter().map(|node| at(node).note.clone()).collect(),
            played: path.len() - 1,
            closing: None,
            tags: self.tags.clone(),
            study: None,
        }
    }

    /// Returns the main line as a record, which keeps the variations until it is written.
    pub fn into_record(self) -> Record {
        let mut record = self.record_to(self.main_end());
        record.closing = self.closing();
        let has_variations = self.nodes.iter().any(|node| node.children.len() > 1);
        record.study = has_variations.then(|| Arc::new(self));
        record
    }

    /// Returns the end of the main line.
    pub fn main_end(&self) -> NodeId {
        std::iter::successors(Some(NodeId::ROOT), |node| self.children(*node).first().copied())
            .last()
            .unwrap_or(NodeId::ROOT)
    }

    /// Returns how many nodes a node and all that follows it are.
    fn subtree(&self, node: NodeId) -> usize {
        let (mut count, mut open) = (0, vec![node]);
        while let Some(node) = open.pop() {
            count += 1;
            open.extend(self.children(node));
        }
        count
    }

    /// Returns how many variations a node lies in.
    fn nesting(&self, node: NodeId) -> usize {
        let line = std::iter::successors(Some(node), |node| self.parent(*node));
        line.filter(|node| self.parent(*node).is_some_and(|parent| self.children(parent)[0] != *node)).count()
    }

    /// Returns the nesting of the deepest variation.
    fn deepest(&self) -> usize {
        let mut deepest = 0;
        let mut open = vec![(NodeId::ROOT, 0)];
        while let Some((node, nesting)) = open.pop() {
            deepest = deepest.max(nesting);
            open.extend(
                self.children(node)
                    .iter()
                    .enumerate()
                    .map(|(index, child)| (*child, nesting + usize::from(index > 0))),
            );
        }
        deepest
    }

    /// Returns whether the second player makes the first move of the study.
    fn starts_second(&self) -> bool {
        self.position(NodeId::ROOT).turn() == Player::Second
    }

    fn push(&mut self, parent: NodeId, mv: String, position: Box<dyn AnyPosition>, ply: usize) -> NodeId {
        let key = position.key();
        let node = Node {
            parent,
            mv,
            position,
            key,
            ply,
            before: String::new(),
            note: Note::default(),
            children: Vec::new(),
        };
        let id = if let Some(id) = self.free.pop() {
            self.nodes[id.index()] = node;
            id
        } else {
            self.nodes.push(node);
            NodeId(u32::try_from(self.nodes.len() - 1).expect("NODES_MAX is far below"))
        };
        if id != NodeId::ROOT {
            self.nodes[parent.index()].children.push(id);
        }
        id
    }

    /// Adds a node as the main continuation.
    fn push_first(
        &mut self,
        parent: NodeId,
        mv: String,
        position: Box<dyn AnyPosition>,
        ply: usize,
    ) -> NodeId {
        let id = self.push(parent, mv, position, ply);
        self.nodes[parent.index()].children.rotate_right(1);
        id
    }
}
