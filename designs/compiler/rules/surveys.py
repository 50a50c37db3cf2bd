"""A design with what its decisions are made from: summed once, and its bytes as documents will have them.

Which similar fields become one array (P3) follows from the entity and from what operations ask for, and
from no decision: so it is known before any size is compared, and gates, costs and documents count alike.
"""

from __future__ import annotations

from ..attributes.attribute_groups import Attributes, has_groups
from ..model.conceptual import Model
from ..model.constants import Constants
from ..names.naming import Names
from ..names.paths import Paths
from ..workload.input_derivations import INPUTS
from ..workload.inputs import Survey


def survey(model: Model, names: Names, constants: Constants, attributes: Attributes | None = None) -> Survey:
    """Sum the workload of a design once, ready to answer for each of its relationships."""
    if attributes is None and has_groups(model):
        attributes = Attributes(model, Paths(names))
    survey = Survey(model, names, constants, INPUTS)
    if attributes is not None:
        survey.folded, survey.folded_on_links = attributes.folded(), attributes.folded_on_links()
    return survey
