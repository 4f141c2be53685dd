//! Networks and the samples that they are trained on.

use engine::knowledge;
use engine::net;
use engine::net::data::{BadData, DataBlock, DataHeader, HEADER_BYTES, Sample};
use games::{Game, Visitor};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::errors::{find_game, wrong};
use crate::position::Position;

/// A neural evaluation.
#[pyclass(module = "jogo._native", frozen)]
pub(crate) struct Network {
    network: Source,
}

enum Source {
    File(Box<net::Network>),
    BuiltIn(&'static net::Network),
}

#[pymethods]
impl Network {
    #[new]
    fn new(py: Python<'_>, content: &[u8]) -> PyResult<Self> {
        let network = py.detach(|| net::Network::read(content)).map_err(wrong)?;
        Ok(Self { network: Source::File(Box::new(network)) })
    }

    /// Returns the network with which the engine searches.
    #[staticmethod]
    fn built_in(py: Python<'_>, game: &str) -> PyResult<Self> {
        let game = find_game(game)?;
        let network = py.detach(|| knowledge::built_in_network(game));
        let network = network.ok_or_else(|| wrong(format_args!("{} has no network", game.info.name)))?;
        Ok(Self { network: Source::BuiltIn(network) })
    }

    #[getter]
    fn id(&self) -> &str {
        &self.network().id
    }

    #[getter]
    fn hidden(&self) -> usize {
        self.network().header.hidden
    }

    /// Returns what the network says of a position for the side to move, in hundredths of a unit.
    fn evaluate(&self, position: &Position) -> PyResult<i32> {
        let evaluate = Evaluate { network: self.network(), position };
        games::visit(position.record.info().id, evaluate).ok_or_else(|| wrong("there is no such game"))?
    }

    /// Returns what the network says of each position.
    fn evaluate_all<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<PyRef<'py, Position>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let values: PyResult<Vec<i32>> = positions.iter().map(|position| self.evaluate(position)).collect();
        Ok(PyArray1::from_vec(py, values?))
    }
}

impl Network {
    fn network(&self) -> &net::Network {
        match &self.network {
            Source::File(network) => network,
            Source::BuiltIn(network) => network,
        }
    }
}

struct Evaluate<'a> {
    network: &'a net::Network,
    position: &'a Position,
}

impl Visitor for Evaluate<'_> {
    type Output = PyResult<i32>;

    fn visit<P: Game>(self) -> PyResult<i32> {
        self.network.check_for::<P>().map_err(wrong)?;
        let position = self.position.record.position().as_any().downcast_ref::<P>();
        let position = position.ok_or_else(|| wrong("the position is of another game"))?;
        if position.outcome().is_some() {
            return Err(wrong("the game is over"));
        }
        Ok(self.network.evaluate(position))
    }
}

/// The cells, the scores and the results of all samples of a file.
type Samples<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<i16>>, Bound<'py, PyArray1<i8>>);

/// Reads training data.
#[pyfunction]
pub(crate) fn read_samples<'py>(py: Python<'py>, content: &[u8]) -> PyResult<(String, Samples<'py>)> {
    let read = py.detach(|| -> Result<_, BadData> {
        let mut input = content;
        let header = DataHeader::read(&mut input)?;
        let (cells, cell_bits) = (usize::from(header.cells), usize::from(header.cell_bits));
        let (mut all, mut scores, mut results) = (Vec::new(), Vec::new(), Vec::new());
        let mut whole = HEADER_BYTES as u64;
        while let Some(block) = DataBlock::read(&header, &mut input)? {
            whole += block.file_bytes();
            for sample in block.samples.chunks_exact(header.sample_bytes()) {
                let (packed, label) = sample.split_at(header.sample_bytes() - 4);
                all.extend(Sample::unpack(packed, cells, cell_bits));
                scores.push(i16::from_le_bytes([label[0], label[1]]));
                let result = label[2];
                if result > 2 {
                    return Err(BadData::no_result(result));
                }
                results.push(result as i8 - 1);
            }
        }
        if whole != content.len() as u64 {
            return Err(BadData::damaged());
        }
        Ok((header, all, scores, results))
    });
    let (header, all, scores, results) = read.map_err(wrong)?;
    let rows = scores.len();
    let cells = PyArray1::from_vec(py, all).reshape([rows, usize::from(header.cells)])?;
    Ok((header.name, (cells, PyArray1::from_vec(py, scores), PyArray1::from_vec(py, results))))
}
