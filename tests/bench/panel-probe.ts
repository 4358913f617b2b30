import type { CDPSession, Frame } from 'playwright';

/**
 * Functions that observe the panel. A string, because they run in the panel and must not be compiled.
 * A stall is the time between two turns of the panel's own event loop.
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
  const until = async (isMet, timeoutMs) => {
    const timeoutAt = performance.now() + timeoutMs;
    while (!isMet() && performance.now() < timeoutAt) await painted();
    await painted();
    return Date.now();
  };
  // Detects the state in the document, then waits for the frame that shows it.
  const seen = (isMet, timeoutMs) => new Promise((done) => {
    const stop = () => { observer.disconnect(); clearTimeout(timer); done(painted().then(() => Date.now())); };
    const observer = new MutationObserver(() => { if (isMet()) stop(); });
    const timer = setTimeout(stop, timeoutMs);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    if (isMet()) stop();
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
    waitForRow: (text, timeoutMs) => seen(() => [...document.querySelectorAll('.rows .headline')]
      .some((cell) => cell.textContent.includes(text)), timeoutMs),
    waitForRows: (count, timeoutMs) => until(() => rowCount() >= count, timeoutMs),
    // Returns the time from the change until every visible row has icons with this text. Other rendered rows do not count.
    measureIconUpdate: async (text, change, timeoutMs) => {
      const visibleArea = document.querySelector('.rows').getBoundingClientRect();
      const isVisible = ({ top, bottom }) => top >= visibleArea.top && bottom <= visibleArea.bottom;
      const startedAt = performance.now();
      await change();
      await until(() => {
        const icons = [...document.querySelectorAll('.rows .rule-set-icons')]
          .filter((icon) => isVisible(icon.getBoundingClientRect()));
        return icons.length > 0 && icons.every(({ title }) => title.includes(text));
      }, timeoutMs);
      return performance.now() - startedAt;
    },
    // The SDK holds events that do not fill a batch.
    waitForResponses: (batch, timeoutMs) => until(() => window.telemetryPanel.records()
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
        // Mostly a fast wheel, sometimes a drag of the scroll bar.
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

/**
 * Returns how long the panel's main thread has worked, in milliseconds.
 * This includes scripts, style, layout and paint.
 */
export async function readMainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
