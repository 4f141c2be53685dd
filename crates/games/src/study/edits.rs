//! Changes to a study that can be taken back and made again.
//!
//! A node that is removed stays in memory, out of the tree, until nothing can bring it back. So a [`NodeId`]
//! that a front end keeps means the same node after undo and redo.

use super::{Mark, NodeId, Study, Tags};
use crate::Complaint;
use crate::record::Closing;

/// Most changes that can be taken back.
pub const EDITS_MAX: usize = 500;

/// A study that is edited, and what was done to it.
#[derive(Clone, Debug)]
pub struct StudyEditor {
    study: Study,
    /// What takes each change back, the latest last.
    done: Vec<Edit>,
    /// What makes each change again that was taken back, likewise.
    undone: Vec<Edit>,
    /// How often the study was changed, taking back included.
    changes: usize,
}

/// A change to a study.
#[derive(Clone, Debug)]
enum Edit {
    /// Puts a node that is out of the tree among the children of its parent.
    Attach {
        node: NodeId,
        index: usize,
    },
    /// Takes a node out of the tree, with all that follows it.
    Detach {
        node: NodeId,
    },
    /// Gives the children of a node another order.
    Order {
        parent: NodeId,
        children: Vec<NodeId>,
    },
    Comment {
        node: NodeId,
        text: String,
    },
    CommentBefore {
        node: NodeId,
        text: String,
    },
    Marks {
        node: NodeId,
        marks: Vec<Mark>,
    },
    Tags {
        tags: Tags,
    },
    Close {
        closing: Option<Closing>,
    },
}

impl StudyEditor {
    pub fn new(study: Study) -> Self {
        Self { study, done: Vec::new(), undone: Vec::new(), changes: 0 }
    }

    pub fn study(&self) -> &Study {
        &self.study
    }

    /// Returns how often the study was changed, taking back included.
    pub fn changes(&self) -> usize {
        self.changes
    }

    pub fn into_study(mut self) -> Study {
        self.forget(|editor| &mut editor.done);
        self.forget(|editor| &mut editor.undone);
        self.study
    }

    /// Plays a move as [`Study::play`] does.
    ///
    /// # Errors
    /// Names the rule that the move would break, or the limit; nothing is changed then.
    pub fn play(&mut self, node: NodeId, text: &str) -> Result<NodeId, Complaint> {
        let count = self.study.count_moves();
        let child = self.study.play(node, text)?;
        if self.study.count_moves() > count {
            self.keep(Edit::Detach { node: child });
        }
        Ok(child)
    }

    /// Removes a node and all that follows it. The root stays.
    pub fn remove(&mut self, node: NodeId) {
        if self.study.parent(node).is_some() {
            self.change(Edit::Detach { node });
        }
    }

    /// Makes a node the main continuation, as [`Study::promote`] does.
    ///
    /// # Errors
    /// When the line that it replaces would then lie too deep; nothing is changed then.
    pub fn promote(&mut self, node: NodeId) -> Result<(), Complaint> {
        let Some(parent) = self.study.parent(node) else { return Ok(()) };
        let children = self.study.children(parent).to_vec();
        self.study.promote(node)?;
        if self.study.children(parent) != children {
            self.keep(Edit::Order { parent, children });
        }
        Ok(())
    }

    pub fn set_comment(&mut self, node: NodeId, text: impl AsRef<str>) {
        self.change(Edit::Comment { node, text: text.as_ref().to_owned() });
    }

    pub fn set_comment_before(&mut self, node: NodeId, text: impl AsRef<str>) {
        self.change(Edit::CommentBefore { node, text: text.as_ref().to_owned() });
    }

    pub fn set_marks(&mut self, node: NodeId, marks: &[Mark]) {
        self.change(Edit::Marks { node, marks: marks.to_vec() });
    }

    pub fn set_tag(&mut self, name: &str, text: impl AsRef<str>) {
        let mut tags = self.study.tags.clone();
        tags.set(name, text.as_ref());
        self.change(Edit::Tags { tags });
    }

    pub fn close(&mut self, closing: Option<Closing>) {
        self.change(Edit::Close { closing });
    }

    /// Takes the last change back. Returns the node to look at, or `None` where there is nothing to take
    /// back.
    pub fn undo(&mut self) -> Option<NodeId> {
        let edit = self.done.pop()?;
        let (inverse, node) = self.apply(edit);
        self.undone.push(inverse);
        self.changes += 1;
        Some(node)
    }

    /// Makes the change again that was taken back last, likewise.
    pub fn redo(&mut self) -> Option<NodeId> {
        let edit = self.undone.pop()?;
        let (inverse, node) = self.apply(edit);
        self.done.push(inverse);
        self.changes += 1;
        Some(node)
    }

    /// Makes a change. One that leaves everything as it was is none.
    fn change(&mut self, edit: Edit) {
        let (inverse, _) = self.apply(edit);
        if !self.is_so(&inverse) {
            self.keep(inverse);
        }
    }

    /// Returns whether the study is already as a change would make it.
    fn is_so(&self, edit: &Edit) -> bool {
        let study = &self.study;
        match edit {
            Edit::Comment { node, text } => study.comment(*node) == text,
            Edit::CommentBefore { node, text } => study.comment_before(*node) == text,
            Edit::Marks { node, marks } => study.marks(*node) == marks,
            Edit::Tags { tags } => study.tags == *tags,
            Edit::Close { closing } => study.closing == *closing,
            Edit::Attach { .. } | Edit::Detach { .. } | Edit::Order { .. } => false,
        }
    }

    /// Keeps what takes a new change back. What had been taken back before is forgotten.
    fn keep(&mut self, inverse: Edit) {
        self.changes += 1;
        self.forget(|editor| &mut editor.undone);
        self.done.push(inverse);
        if self.done.len() > EDITS_MAX {
            let oldest = self.done.remove(0);
            self.discard(&oldest);
        }
    }

    fn forget(&mut self, list: impl Fn(&mut Self) -> &mut Vec<Edit>) {
        for edit in std::mem::take(list(self)) {
            self.discard(&edit);
        }
    }

    /// Frees the nodes that only this change could bring back.
    fn discard(&mut self, edit: &Edit) {
        if let Edit::Attach { node, .. } = edit {
            self.study.detached -= self.study.subtree(*node);
            self.study.remove_children(*node);
            self.study.free.push(*node);
        }
    }

    /// Makes a change. Returns what takes it back, and the node that it is about.
    fn apply(&mut self, edit: Edit) -> (Edit, NodeId) {
        let study = &mut self.study;
        match edit {
            Edit::Attach { node, index } => {
                let parent = study.nodes[node.index()].parent;
                study.detached -= study.subtree(node);
                study.nodes[parent.index()].children.insert(index, node);
                (Edit::Detach { node }, node)
            }
            Edit::Detach { node } => {
                let parent = study.nodes[node.index()].parent;
                study.detached += study.subtree(node);
                let siblings = &mut study.nodes[parent.index()].children;
                let index = siblings.iter().position(|sibling| *sibling == node).unwrap_or(siblings.len());
                siblings.retain(|sibling| *sibling != node);
                (Edit::Attach { node, index }, parent)
            }
            Edit::Order { parent, children } => {
                let before = std::mem::replace(&mut study.nodes[parent.index()].children, children);
                let node = study.children(parent).first().copied().unwrap_or(parent);
                (Edit::Order { parent, children: before }, node)
            }
            Edit::Comment { node, text } => {
                let before = study.comment(node).to_owned();
                study.set_comment(node, text);
                (Edit::Comment { node, text: before }, node)
            }
            Edit::CommentBefore { node, text } => {
                let before = study.comment_before(node).to_owned();
                study.set_comment_before(node, text);
                (Edit::CommentBefore { node, text: before }, node)
            }
            Edit::Marks { node, marks } => {
                let before = study.marks(node).to_vec();
                study.set_marks(node, &marks);
                (Edit::Marks { node, marks: before }, node)
            }
            Edit::Tags { tags } => {
                let before = std::mem::replace(&mut study.tags, tags);
                (Edit::Tags { tags: before }, NodeId::ROOT)
            }
            Edit::Close { closing } => {
                let before = std::mem::replace(&mut study.closing, closing);
                (Edit::Close { closing: before }, study.main_end())
            }
        }
    }
}
