/** A call in the page's own list, "What this page just did". Tests compare the panel's list with this list. */
export interface LoggedCall {
  readonly method: string;
  /** Copied before the call, because the SDK changes its arguments. */
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
  const node = document.createElement(name);
  node.textContent = text;
  return node;
}

function list(id: string): HTMLElement {
  const listElement = document.getElementById(id);
  if (!listElement) throw new Error(`The page has no #${id}.`);
  return listElement;
}
