import { createResponseParts } from '#components/panel/details/journey/response-parts.ts';
import { parseCredentials } from '#components/popup/model/pasted-credentials.ts';
import { compilePattern } from '#core/patterns/compile-pattern';
import { readEnvFile } from '#core/registry/files/env-file';
import { findSecretShape } from '#core/secrets/secret-search';
import { createDroppedFile, readRegistrySetup } from '#tests/fixtures/dropped-files';
import {
  captureWithCopies,
  captureWithRecordLists,
  composeWithImage,
  composeWithUrlSlashes,
  emitWithOneMid,
  envWithSpaces,
  eventWithFields,
  exportCapture,
  exportPageLoads,
  forgeReports,
  harWithPages,
  harWithRetries,
  linesWithOneMid,
  nestedBrackets,
  pastedLineEnds,
  readFileText,
  reportConsoleMessages,
  retryBatch,
  sendDeepBatch,
  textAroundEvents,
  yamlWithErrors,
  yamlWithKeys,
} from '#tests/fixtures/hostile-inputs';
import { captureWithRowPerPageLoad, captureWithTwoRows, processCapture } from '#tests/fixtures/many-page-loads';
import { type FreezeMetrics, type FreezeName, freezeNames, roundTo } from '../measurements';

const FACTOR = 4;
const RUNS = 3;
/** Minimum for a time. Shorter ones are noise of the clock and of the garbage collector. */
const MIN_MEASURED_MS = 2;

/** An input whose cost once grew faster than its size. */
interface Freeze {
  /** Prepares the input of a size. Returns the function to measure. */
  readonly prepare: (size: number) => () => unknown;
  readonly size: number;
}

const textFreeze = (textOf: (size: number) => string, run: (text: string) => unknown, size: number): Freeze => ({
  prepare: (n) => {
    const text = textOf(n);
    return () => run(text);
  },
  size,
});
const pageFreeze = (run: (size: number) => void, size: number): Freeze => ({ prepare: (n) => () => run(n), size });
const registryFileFreeze = (name: string, textOf: (size: number) => string, size: number): Freeze =>
  textFreeze(textOf, (text) => readRegistrySetup([createDroppedFile(name, text)]), size);

const freezes: Readonly<Record<FreezeName, Freeze>> = {
  secretShapes: textFreeze((size) => '-eyJabcdefgh'.repeat(size), findSecretShape, 40_000),
  pattern: {
    prepare: (size) => {
      const compiled = compilePattern({ source: '(a+)+$', flags: 'su' });
      if (!compiled.ok) throw new Error(compiled.failure);
      const text = `${'a'.repeat(size)}!`;
      return () => compiled.value(text);
    },
    size: 20_000,
  },
  forgedReports: pageFreeze(forgeReports, 500),
  consoleMessages: pageFreeze(reportConsoleMessages, 2_000),
  equalMids: pageFreeze(emitWithOneMid, 500),
  retries: pageFreeze(retryBatch, 500),
  deepBodies: pageFreeze(sendDeepBatch, 20_000),
  ndjsonOneMid: textFreeze(linesWithOneMid, readFileText, 300),
  harRetries: textFreeze(harWithRetries, readFileText, 200),
  captureRecordLists: textFreeze(captureWithRecordLists, readFileText, 1_000),
  captureCopies: textFreeze(captureWithCopies, exportCapture, 10),
  captureLosses: textFreeze(captureWithRowPerPageLoad, processCapture, 750),
  capturePageLoads: textFreeze(captureWithTwoRows, processCapture, 5_000),
  harPages: textFreeze(harWithPages, readFileText, 3_000),
  textAround: textFreeze(textAroundEvents, readFileText, 1_000),
  requestsAndNavigations: pageFreeze(exportPageLoads, 1_000),
  eventFields: textFreeze(eventWithFields, readFileText, 250_000),
  envSpaces: textFreeze(envWithSpaces, readEnvFile, 2_000),
  yamlKeys: registryFileFreeze('docker-compose.yml', yamlWithKeys, 4_000),
  addressSlashes: registryFileFreeze('docker-compose.yml', composeWithUrlSlashes, 2_000),
  yamlErrors: registryFileFreeze('docker-compose.yml', yamlWithErrors, 12_000),
  imageColons: registryFileFreeze('docker-compose.yml', composeWithImage, 30_000),
  pastedLineEnds: textFreeze(pastedLineEnds, parseCredentials, 100_000),
  responseBrackets: textFreeze(nestedBrackets, createResponseParts, 750_000),
};

/** Measures each hostile input at a size and at four times that size, in Node.js. */
export async function measureFreezes(): Promise<FreezeMetrics> {
  const metrics: Partial<Record<FreezeName, FreezeMetrics[FreezeName]>> = {};
  for (const name of freezeNames) metrics[name] = await measureFreeze(freezes[name]);
  return metrics as FreezeMetrics;
}

async function measureFreeze({ prepare, size }: Freeze): Promise<FreezeMetrics[FreezeName]> {
  const smallerMs = await fastestMs(prepare(size));
  const ms = await fastestMs(prepare(FACTOR * size));
  return { ms: roundTo(ms), growth: roundTo(ms / Math.max(smallerMs, MIN_MEASURED_MS)) };
}

async function fastestMs(run: () => unknown): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let count = 0; count < RUNS; count += 1) {
    const startedAt = performance.now();
    await run();
    fastest = Math.min(fastest, performance.now() - startedAt);
  }
  return fastest;
}
