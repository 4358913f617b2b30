import type { CDPSession, Frame } from 'playwright';

/**
 * What looks at the panel from inside, as text: it runs in the panel, and no compiler may touch it.
 * Stalls are the longest times between two turns of the panel's own event loop.
 */
const SCRIPT = `
globalThis.probe = (() => {
  const stalls = { running: false, longest: 0, last: 0 };
  const channel = new MessageChannel();
  const turn = () => {
    const now = performance.now();
    stalls.longest = Math.max(stalls.longest, now - stalls.last);
    stalls.last = now;
    if (stalls.running) setTimeout(turn, 0);
  };
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    channel.port1.onmessage = done;
    channel.port2.postMessage(null);
  }));
  const rowCount = () => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') ?? 1) - 1;
  const until = async (isSo, timeoutMs) => {
    const timeoutAt = performance.now() + timeoutMs;
    while (!isSo() && performance.now() < timeoutAt) await painted();
    await painted();
    return Date.now();
  };
  // Seen as soon as it is in the document; then the frame that shows it is waited for.
  const seen = (isSo, timeoutMs) => new Promise((done) => {
    const stop = () => { observer.disconnect(); clearTimeout(timer); done(painted().then(() => Date.now())); };
    const observer = new MutationObserver(() => { if (isSo()) stop(); });
    const timer = setTimeout(stop, timeoutMs);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    if (isSo()) stop();
  });
  const nodes = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    let count = 1;
    while (walker.nextNode()) count += 1;
    return count;
  };
  const namedAfter = (name) => window.telemetryPanel.records().filter(({ call }) => call?.args[0]?.id?.startsWith(name));
  return {
    painted, rowCount, nodes,
    startStalls: () => { Object.assign(stalls, { running: true, longest: 0, last: performance.now() }); turn(); },
    stopStalls: () => { stalls.running = false; return stalls.longest; },
    rowIsSeen: (text, timeoutMs) => seen(() => [...document.querySelectorAll('.rows .headline')]
      .some((cell) => cell.textContent.includes(text)), timeoutMs),
    rowsAre: (count, timeoutMs) => until(() => rowCount() >= count, timeoutMs),
    // Every row in sight has a mark with this text: how long after the change. The list has some rows more.
    marksAre: async (text, change, timeoutMs) => {
      const sight = document.querySelector('.rows').getBoundingClientRect();
      const isInSight = ({ top, bottom }) => top >= sight.top && bottom <= sight.bottom;
      const startedAt = performance.now();
      await change();
      await until(() => {
        const marks = [...document.querySelectorAll('.rows .marks')]
          .filter((mark) => isInSight(mark.getBoundingClientRect()));
        return marks.length > 0 && marks.every(({ title }) => title.includes(text));
      }, timeoutMs);
      return performance.now() - startedAt;
    },
    // What does not fill a batch stays with the SDK.
    allResponded: (batch, timeoutMs) => until(() => window.telemetryPanel.records()
      .every(({ requests }, index, all) => requests.length > 0 || index > all.length - batch), timeoutMs),
    distinct: (name) => new Set(namedAfter(name).map(({ call }) => call.args[0].id)).size,
    sentTwice: (name) => namedAfter(name).filter(({ requests }) => requests.length > 1).length,
    scroll: async (frames, scroller = '.rows') => {
      const rows = document.querySelector(scroller);
      rows.scrollTop = 0;
      await painted();
      const times = [];
      let last = performance.now();
      for (let frame = 0; frame < frames; frame += 1) {
        // A fast wheel most of the time, now and then a drag of the scroll bar.
        rows.scrollTop += frame % 10 === 0 ? 20000 : 330;
        await new Promise((next) => requestAnimationFrame(next));
        const now = performance.now();
        times.push(now - last);
        last = now;
      }
      return times;
    },
  };
})()`;

export function installProbe(panel: Frame): Promise<void> {
  return panel.evaluate(`${SCRIPT}; undefined`);
}

/** Time that the panel's main thread has worked so far, in milliseconds: scripts, style, layout, paint. */
export async function workedMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
