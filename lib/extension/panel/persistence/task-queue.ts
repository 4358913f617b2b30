/** Holds back what arrives until everything is ready for it; then lets it through in the order of its coming. */
export interface Gate {
  pass(work: () => void): void;
  open(): void;
  /** Whether something waits. */
  isBusy(): boolean;
  /** Lets through at once what waits, where the gate is open. */
  drain(): void;
}

export interface GateDeps {
  readonly now: () => number;
  /** Calls back once, when the browser has nothing else to do. */
  readonly unhurried: (call: () => void) => void;
}

/** In milliseconds. What takes longer waits for the browser to draw, and to take keys and clicks. */
const AT_ONCE_MS = 8;

/** What comes alone goes through at once; of a flood some at a time, so that the panel never stands still. */
export function createGate({ now, unhurried }: GateDeps): Gate {
  let waiting: (() => void)[] = [];
  let next = 0;
  let isOpen = false;
  let isPlanned = false;
  let spent = 0;

  const isBusy = (): boolean => next < waiting.length;
  const run = (work: () => void): void => {
    const began = now();
    plan();
    work();
    spent += now() - began;
  };
  const runSome = (isEnough: () => boolean): void => {
    for (let work = waiting[next]; work && !isEnough(); work = waiting[next]) {
      next += 1;
      run(work);
    }
    if (isBusy()) return;
    waiting = [];
    next = 0;
  };
  const plan = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    unhurried(() => {
      isPlanned = false;
      spent = 0;
      if (isBusy()) runSome(() => spent >= AT_ONCE_MS);
    });
  };

  return {
    pass(work) {
      if (isOpen && !isBusy() && spent < AT_ONCE_MS) run(work);
      else {
        waiting.push(work);
        if (isOpen) plan();
      }
    },
    open() {
      isOpen = true;
      if (isBusy()) runSome(() => spent >= AT_ONCE_MS);
    },
    isBusy,
    drain() {
      if (isOpen) runSome(() => false);
    },
  };
}
