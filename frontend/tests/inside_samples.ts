// Messages for the tests of the panels.

import type { Analysis, Candidate } from "../src/messages";

export function candidate(move: string, visits: number, others: Partial<Candidate> = {}): Candidate {
  return {
    move,
    visits,
    win_rate: 0.5,
    score: null,
    lower_bound: 0,
    prior: null,
    amaf: null,
    criticality: null,
    urgency: null,
    addends: [],
    sequence: [move],
    sequence_visits: [visits],
    ...others,
  };
}

export function analysis(moves: Candidate[], others: Partial<Analysis> = {}): Analysis {
  return {
    type: "analysis",
    slot: 0,
    node: 0,
    colour: "black",
    is_final: false,
    visits: moves.reduce((sum, move) => sum + move.visits, 0),
    simulations: 100,
    seconds: 1,
    win_rate: 0.5,
    score: 0,
    depth: 3,
    tree_nodes: 100,
    memory_used: 0.1,
    moves,
    ownership: new Array<number>(9).fill(0),
    criticality: null,
    prior: null,
    outline: [],
    ...others,
  };
}
