import { register } from 'tsx/esm/api';

// Runs the worker of the sources. A loader that `--import` brings is not there for a worker's first module in Node.js 20, and
// what is imported before the loader could not be TypeScript.
register();
await import('./check-worker.ts');
