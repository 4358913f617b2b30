import { parentPort, workerData } from 'node:worker_threads';
import { importDefault } from '../../config/import-default';
import { readConfig } from '../../config/read-config';
import { processSchemaDeps } from '../../schemas/process-schema-deps';
import { importTeamSchemas } from '../../schemas/team-schemas';
import type { CheckSettings } from './check/check-settings';
import { FatePredictor } from './check/fate-predictor';
import { createRequestHandler } from './request-handler';

// Runs in a worker thread of the command line, and checks blocks of lines one after the other.
const settings: CheckSettings = workerData;
/**
 * Functions cannot be posted to a thread, so each thread imports the configuration.
 * The main thread has read the same configuration successfully.
 */
const config =
  settings.configFile === null ? null : readConfig(await importDefault(settings.configFile), settings.configFile);
const customRules = config?.ok ? config.value.customRules : [];
const teamSchemas = await importTeamSchemas(settings.schemas, processSchemaDeps);
const { fate } = settings;
const fates = fate === undefined ? null : new FatePredictor(fate, settings.receivedAt, teamSchemas);
const port = parentPort;

port?.on(
  'message',
  createRequestHandler({
    settings,
    customRules: [...customRules, ...teamSchemas],
    fates,
    respond: (response, transfer) => port.postMessage(response, transfer),
  }),
);
// `undefined` reports that the worker is ready.
port?.postMessage(undefined);
