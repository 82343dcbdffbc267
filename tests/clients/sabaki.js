// A conversation as Sabaki has it, by Sabaki's own library @sabaki/gtp: prints one JSON object with what came of it.
//
//     node sabaki.js FOLDER PROGRAM ARGUMENT...     (FOLDER has node_modules)

const path = require('path')
const [folder, program, ...words] = process.argv.slice(2)
const {Controller, ControllerStateTracker} = require(path.join(folder, 'node_modules', '@sabaki', 'gtp'))

const WANTED_REPORTS = 3
const play = (color, vertex) => ({name: 'play', args: [color, vertex]})

// Start an analysis, wait for some reports, and end it as Sabaki does: by another command.
async function analyze(engine, name, args) {
  const lines = []
  let enough
  const reports = new Promise(resolve => (enough = resolve))
  const analysis = engine.sendCommand({name, args}, ({line}) => {
    if (line.startsWith('info')) lines.push(line)
    if (lines.length === WANTED_REPORTS) enough()
  })
  await Promise.race([reports, analysis])
  const start = Date.now()
  const next = await engine.sendCommand({name: 'protocol_version'})
  const response = await analysis
  return {lines, error: response.error, next: next.content, milliseconds: Date.now() - start}
}

async function main() {
  const engine = new Controller(program, words)
  const tracker = new ControllerStateTracker(engine)
  engine.start()
  const found = {}
  for (const name of ['name', 'version', 'protocol_version', 'list_commands']) {
    found[name] = (await engine.sendCommand({name})).content
  }

  const history = [play('B', 'C3'), play('W', 'D4'), play('B', 'D3')]
  await tracker.sync({komi: 6.5, boardsize: [5, 5], history})
  found.kata = await analyze(engine, 'kata-analyze', ['W', '10'])
  found.lz = await analyze(engine, 'lz-analyze', ['W', '10'])

  // Bursts of undo and play, sent without waiting.
  await tracker.sync({komi: 6.5, boardsize: [5, 5], history: [...history.slice(0, 2), play('B', 'C4')]})
  await tracker.sync({komi: 0, boardsize: [5, 5], history})
  found.undone = [...tracker.state.history]

  const infos = []
  const moved = await engine.sendCommand({name: 'kata-genmove_analyze', args: ['W', '10']}, ({line}) => {
    if (line.startsWith('info')) infos.push(line)
  })
  found.genmove_analyze = {content: moved.content, error: moved.error, infos: infos.length}
  await new Promise(resolve => setImmediate(resolve))
  found.history = [...tracker.state.history]
  found.genmove = await engine.sendCommand({name: 'genmove', args: ['B']})

  // Sabaki is closed while the engine analyses.
  engine.sendCommand({name: 'kata-analyze', args: ['W', '10']}).catch(() => {})
  const start = Date.now()
  await engine.stop()
  found.quit_milliseconds = Date.now() - start
  console.log(JSON.stringify(found))
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
