import { register } from 'tsx/esm/api';

// Starts the worker from the TypeScript sources. In Node.js 20, a loader set by `--import` does not apply to a worker's
// first module, so this file is JavaScript and registers the loader before it imports TypeScript.
register();
await import('./check-worker.ts');
