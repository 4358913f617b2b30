import { MAX_JSON_DEPTH } from './json-depth';

/** The largest event with what a session writes around it: `{"records":[{"requests":[{"carried":` has five levels. */
export const MAX_FILE_DEPTH = MAX_JSON_DEPTH + 10;
