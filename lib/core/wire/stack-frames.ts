import type { StackFrame } from '#core/journey/record';
import { MAX_STACK_CHARS } from './report-limits';

/** Further frames are usually internal calls of frameworks. */
export const MAX_STACK_FRAMES = 10;

const MAX_NAME_CHARS = 200;
/** Limit of a script's URL: a `data:` URL contains the script itself. */
const MAX_URL_CHARS = 2_000;

/** Frames of extensions are omitted: those of the hook, and of other extensions that wrap the SDK. */
const EXTENSION_URL = /^(?:chrome|moz|safari-web)-extension:/;

/**
 * Parses a call stack of Chromium (`at name (url:line:column)`) or Firefox (`name@url:line:column`).
 * Returns the innermost frames in scripts of the page, at most {@link MAX_STACK_FRAMES}.
 */
export function readStackFrames(text: string): readonly StackFrame[] {
  const lines = text.slice(0, MAX_STACK_CHARS).split('\n');
  // The hook truncates longer texts, so the last line may be incomplete.
  if (text.length >= MAX_STACK_CHARS) lines.pop();
  return lines.flatMap((line) => readFrame(line.trim()) ?? []).slice(0, MAX_STACK_FRAMES);
}

function readFrame(line: string): StackFrame | null {
  const { name, location } = line.startsWith('at ') ? splitChromiumFrame(line.slice(3)) : splitFirefoxFrame(line);
  const position = /:(\d{1,9}):(\d{1,9})$/.exec(location);
  const url = location.slice(0, position?.index);
  if (!position || !URL.canParse(url) || EXTENSION_URL.test(url)) return null;
  const [lineNumber, column] = [Number(position[1]), Number(position[2])];
  if (lineNumber === 0 || column === 0) return null;
  return { name: name.slice(0, MAX_NAME_CHARS), url: url.slice(0, MAX_URL_CHARS), line: lineNumber, column };
}

interface FrameParts {
  readonly name: string;
  readonly location: string;
}

function splitChromiumFrame(frame: string): FrameParts {
  const open = frame.indexOf(' (');
  if (open < 0 || !frame.endsWith(')')) return { name: '', location: frame.replace(/^async /, '') };
  return { name: frame.slice(0, open), location: locationOfEval(frame.slice(open + 2, -1)) };
}

/** Returns the location of the `eval` call: `eval at run (http://localhost/a.js:3:5), <anonymous>:1:1`. */
function locationOfEval(location: string): string {
  if (!location.startsWith('eval at ')) return location;
  const start = location.lastIndexOf('(') + 1;
  return location.slice(start, location.indexOf(')', start));
}

function splitFirefoxFrame(frame: string): FrameParts {
  const separator = frame.indexOf('@');
  return { name: frame.slice(0, Math.max(0, separator)), location: frame.slice(separator + 1) };
}
