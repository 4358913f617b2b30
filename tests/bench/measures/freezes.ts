import { createResponseParts } from '#components/panel/details/journey/response-parts.ts';
import { readCredentials } from '#components/popup/model/pasted-credentials.ts';
import { compilePattern } from '#core/patterns/compile-pattern';
import { readEnvFile } from '#core/registry/files/env-file';
import { secretShapeIn } from '#core/secrets/secret-search';
import { createDroppedFile, setupFrom } from '#tests/fixtures/dropped-files';
import {
  addressWithSlashes,
  composeWithImage,
  emitWithOneMid,
  envWithSpaces,
  eventWithFields,
  exportPageLoads,
  exportSession,
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
  sessionWithCopies,
  sessionWithRecordLists,
  textAroundEvents,
  yamlWithErrors,
  yamlWithKeys,
} from '#tests/fixtures/hostile-inputs';
import { captureOfPageLoads, captureWithPageLoads, useCapture } from '#tests/fixtures/many-page-loads';
import { type FreezeFigures, type FreezeName, freezeNames, roundMs } from '../measurements';

const FACTOR = 4;
const RUNS = 3;
/** Shorter times are noise of the clock and of the garbage collector. */
const MIN_MEASURED_MS = 2;

/** An input that once made the cost grow faster than its size. */
interface Freeze {
  /** Prepares the input of a size, and gives what is measured. */
  readonly prepare: (size: number) => () => unknown;
  readonly size: number;
}

const ofText = (textOf: (size: number) => string, run: (text: string) => unknown, size: number): Freeze => ({
  prepare: (n) => {
    const text = textOf(n);
    return () => run(text);
  },
  size,
});
const ofPage = (run: (size: number) => void, size: number): Freeze => ({ prepare: (n) => () => run(n), size });
const ofRegistryFile = (name: string, textOf: (size: number) => string, size: number): Freeze =>
  ofText(textOf, (text) => setupFrom([createDroppedFile(name, text)]), size);

const freezes: Readonly<Record<FreezeName, Freeze>> = {
  secretShapes: ofText((size) => '-eyJabcdefgh'.repeat(size), secretShapeIn, 40_000),
  pattern: {
    prepare: (size) => {
      const compiled = compilePattern({ source: '(a+)+$', flags: 'su' });
      if (!compiled.ok) throw new Error(compiled.failure);
      const text = `${'a'.repeat(size)}!`;
      return () => compiled.value(text);
    },
    size: 20_000,
  },
  forgedReports: ofPage(forgeReports, 500),
  consoleMessages: ofPage(reportConsoleMessages, 2_000),
  equalMids: ofPage(emitWithOneMid, 500),
  retries: ofPage(retryBatch, 500),
  deepBodies: ofPage(sendDeepBatch, 20_000),
  ndjsonOneMid: ofText(linesWithOneMid, readFileText, 300),
  harRetries: ofText(harWithRetries, readFileText, 200),
  captureRecordLists: ofText(sessionWithRecordLists, readFileText, 1_000),
  captureCopies: ofText(sessionWithCopies, exportSession, 10),
  captureLosses: ofText(captureWithPageLoads, useCapture, 750),
  capturePageLoads: ofText(captureOfPageLoads, useCapture, 5_000),
  harPages: ofText(harWithPages, readFileText, 3_000),
  textAround: ofText(textAroundEvents, readFileText, 1_000),
  requestsAndMarks: ofPage(exportPageLoads, 1_000),
  eventFields: ofText(eventWithFields, readFileText, 250_000),
  envSpaces: ofText(envWithSpaces, readEnvFile, 2_000),
  yamlKeys: ofRegistryFile('docker-compose.yml', yamlWithKeys, 4_000),
  addressSlashes: ofRegistryFile('docker-compose.yml', addressWithSlashes, 2_000),
  yamlErrors: ofRegistryFile('docker-compose.yml', yamlWithErrors, 12_000),
  imageColons: ofRegistryFile('docker-compose.yml', composeWithImage, 30_000),
  pastedLineEnds: ofText(pastedLineEnds, readCredentials, 100_000),
  responseBrackets: ofText(nestedBrackets, createResponseParts, 750_000),
};

/** Measures each hostile input at a size and at four times that size, in plain Node. */
export async function measureFreezes(): Promise<FreezeFigures> {
  const figures: Partial<Record<FreezeName, FreezeFigures[FreezeName]>> = {};
  for (const name of freezeNames) figures[name] = await measureFreeze(freezes[name]);
  return figures as FreezeFigures;
}

async function measureFreeze({ prepare, size }: Freeze): Promise<FreezeFigures[FreezeName]> {
  const shorter = await fastestMs(prepare(size));
  const ms = await fastestMs(prepare(FACTOR * size));
  return { ms: roundMs(ms), growth: roundMs(ms / Math.max(shorter, MIN_MEASURED_MS)) };
}

async function fastestMs(run: () => unknown): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let count = 0; count < RUNS; count += 1) {
    const began = performance.now();
    await run();
    fastest = Math.min(fastest, performance.now() - began);
  }
  return fastest;
}
