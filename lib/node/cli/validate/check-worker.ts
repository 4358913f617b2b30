import { parentPort, workerData } from 'node:worker_threads';
import { importDefault } from '../../config/import-default';
import { readConfig } from '../../config/read-config';
import { importTeamSchemas } from '../../schemas/team-schemas';
import type { CheckRequest, CheckResponse } from './check-pool';
import { type CheckedBlock, type CheckSettings, ItemChecker } from './item-checker';

/** Runs in a worker thread of the command line: checks blocks of lines, one after the other. */
const settings: CheckSettings = workerData;
/** Functions cannot be handed to a thread: each imports the configuration, which was read without a failure before. */
const config =
  settings.configFile === null ? null : readConfig(await importDefault(settings.configFile), settings.configFile);
const customRules = config?.ok ? config.value.customRules : [];
const teamRules = [...customRules, ...(await importTeamSchemas(settings.schemas))];
const port = parentPort;
let file: string | null = null;
let checker: ItemChecker | null = null;

port?.on('message', ({ id, file: name, block, firstIndex }: CheckRequest) => {
  if (checker === null || file !== name) checker = new ItemChecker(settings, name, teamRules);
  file = name;
  const checked = checker.check(block, firstIndex);
  // The thread that reads made it, to hand it over.
  const buffer = 'chunks' in block ? ((block.chunks[0]?.buffer as ArrayBuffer | undefined) ?? null) : null;
  const response: CheckResponse = { id, checked: withOwnOutput(checked, buffer), buffer };
  port.postMessage(response, buffer === null ? [] : [buffer]);
});
// `undefined` says that it is ready.
port?.postMessage(undefined);

/** The lines that were checked are no longer needed: their buffer takes the output, which is nearly always shorter. */
function withOwnOutput(checked: CheckedBlock, buffer: ArrayBuffer | null): CheckedBlock {
  const { out } = checked;
  if (buffer === null || out.length > buffer.byteLength) return { ...checked, out: out.slice() };
  const bytes = new Uint8Array(buffer, 0, out.length);
  bytes.set(out);
  return { ...checked, out: bytes };
}
