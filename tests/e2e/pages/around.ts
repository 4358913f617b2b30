import type { FrameKind } from './play-page';

/** Settings of the script, which runs in a page without an SDK, and adds a frame with an SDK. */
interface Settings {
  readonly kind: FrameKind;
  readonly html: string;
  readonly own: string;
  readonly other: string;
}

const { kind, html, own, other } = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as Settings;

function addFrame(prepare: (frame: HTMLIFrameElement) => void): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  prepare(frame);
  document.body.append(frame);
  return frame;
}

/** Adds the page's scripts to the frame's empty document, one after the other, as widgets do. */
async function fillDocument(frameDocument: Document | null | undefined): Promise<void> {
  if (!frameDocument) throw new Error('The frame has no document.');
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const { type, id, src, textContent } of parsed.querySelectorAll('script')) {
    const script = frameDocument.createElement('script');
    Object.assign(script, { type, id, textContent: src ? '' : textContent });
    if (src) script.src = src;
    frameDocument.body.append(script);
    if (src) await new Promise((loaded) => script.addEventListener('load', loaded));
  }
}

const addFrameOf: Readonly<Record<FrameKind, () => unknown>> = {
  'same-origin': () => addFrame((frame) => Object.assign(frame, { src: own })),
  'cross-site': () => addFrame((frame) => Object.assign(frame, { src: other })),
  later: () => addFrame((frame) => Object.assign(frame, { src: own })),
  'about:blank': () => fillDocument(addFrame(() => undefined).contentDocument),
  srcdoc: () => addFrame((frame) => Object.assign(frame, { srcdoc: html })),
  javascript: () => addFrame((frame) => Object.assign(frame, { src: `javascript:${JSON.stringify(html)}` })),
  sandboxed: () => addFrame((frame) => Object.assign(frame, { sandbox: 'allow-scripts', src: own })),
  'sandboxed-srcdoc': () => addFrame((frame) => Object.assign(frame, { sandbox: 'allow-scripts', srcdoc: html })),
  data: () => addFrame((frame) => Object.assign(frame, { src: `data:text/html,${encodeURIComponent(html)}` })),
  blob: () => {
    const src = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
    addFrame((frame) => Object.assign(frame, { src }));
  },
  written: () => {
    const frameDocument = addFrame(() => undefined).contentDocument;
    frameDocument?.open();
    frameDocument?.write(html);
    frameDocument?.close();
  },
};

(globalThis as { addFrame?: () => void }).addFrame = () => void addFrameOf[kind]();
if (kind !== 'later') addFrameOf[kind]();
