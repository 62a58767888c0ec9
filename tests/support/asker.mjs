// Reads questions about a game's module, a line each, and answers each by a line; games are played again.
import { createInterface } from "node:readline";
const game = await import(process.argv[2]);
const plain = (value) => JSON.parse(JSON.stringify(value));
function shown(move) {
  if (move.move) return [move.kind, ...shown(move.move)];
  return [move.kind, move.name, ...(move.values ?? []), ...("item" in move ? [move.item] : [])];
}
function seen(engine, state, who) {
  const position = engine.knownTo(state, who);
  return game.PLAY.secrets ? game.PLAY.secrets.seenBy(position, who) : position;
}
function replayed(history, scenario, players) {
  const { rules, start } = game.PLAY;
  const engine = new game.Engine(rules());
  const steps = [];
  let state;
  try {
    state = engine.begin(start(scenario));
  } catch (problem) {
    return [{ error: problem.name, stack: problem.stack }];
  }
  for (const { at, rolled } of [...history, { at: null, rolled: [] }]) {
    let moves;
    try {
      moves = engine.moves(state);
    } catch (problem) {
      return [...steps, { error: problem.name, stack: problem.stack }];
    }
    steps.push({
      moves: plain(moves.map(shown)),
      position: plain(state.position),
      seen: players.map((who) => plain(seen(engine, state, game[who.type].of(who.name)))),
      actor: String(state.stack.at(-1)?.offered?.left[0] ?? state.stack.at(-1)?.actor ?? null),
      phases: state.stack.map((frame) => frame.node.name),
      awaited: plain(state.awaited.map(({ fact, values, outcomes }) => [fact, values, outcomes.map(([value, weight]) => [value, Number(weight)])])),
      over: state.over,
      stuck: state.stuck,
      winner: String(state.outcome?.winner ?? null),
    });
    if (at === null) break;
    try {
      const dice = at < 0 ? state.awaited : engine.rolls(state, moves[at]);
      const told = dice.map(({ fact, values, outcomes }, die) => [fact, values, outcomes[rolled[die]][0]]);
      state = at < 0 ? engine.roll(state, told) : engine.play(state, moves[at], told);
    } catch (problem) {
      return [...steps, { error: problem.name, stack: problem.stack }];
    }
  }
  return steps;
}
function tried(line, action) {
  try {
    return action();
  } catch (problem) {
    if (!(problem instanceof game.NoAnswer)) console.error(line, problem);
    return { error: problem.name, message: problem.message };
  }
}
for await (const line of createInterface({ input: process.stdin })) {
  const { name, given, position, history, scenario, players } = JSON.parse(line);
  if (history) {
    console.log(JSON.stringify(replayed(history, scenario, players)));
    continue;
  }
  const where = () => (game.Position ? game.Position.from(position) : null);
  const answer = tried(line, () => {
    const { value, because, duties } = game.explain(name, given, where());
    return { value: plain(value), because, duties };
  });
  // Where nobody asks why the module may go another way to its answer.
  const bare = tried(line, () => ({ value: plain(game.ask(name, given, where())) }));
  const both = [answer, bare].map(({ value, error, message }) => JSON.stringify([value, error, message]));
  console.log(JSON.stringify(both[0] === both[1] ? answer : { error: `explain ${both[0]}, ask ${both[1]}` }));
}
