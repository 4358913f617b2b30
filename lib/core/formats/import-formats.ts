import type { Json } from '#core/json/json';
import type { InputContents } from './input-contents';
import { findCaptureContents } from './read/capture-contents';
import { findHarContents } from './read/har-contents';
import { findPostmanContents } from './read/postman-contents';

/** Returns what a kind of JSON file holds, or `null` if the JSON is another kind of file. */
export type FindContents = (json: Json) => InputContents | null;

/** The kinds of JSON files, the first that matches first. Anything else is looked through for events. */
export const importFormats: readonly FindContents[] = [findHarContents, findCaptureContents, findPostmanContents];
