/** "What this page just did": the page's own list of its calls, and what the tests compare the panel's list with. */

export interface LoggedCall {
  readonly method: string;
  /** Copied before the call: the SDK writes into what it is given. */
  readonly args: unknown;
  readonly wrong: string | null;
}

const calls: LoggedCall[] = [];
(globalThis as { lessonLog?: readonly LoggedCall[] }).lessonLog = calls;

export function logCall(method: string, args: readonly unknown[], wrong: string | undefined): void {
  calls.push({ method, args: JSON.parse(JSON.stringify(args)), wrong: wrong ?? null });
  const entry = document.createElement('li');
  entry.append(element('code', method), element('span', wrong ?? JSON.stringify(args.at(-1))));
  entry.classList.toggle('wrong', wrong !== undefined);
  const log = list('log');
  log.append(entry);
  log.scrollTop = log.scrollHeight;
  list('log-count').textContent = `${calls.length} calls`;
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function list(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}
