import type { Pace } from '#core/util/pace';

/** The pace for work whose items take 4 ms each. It yields to the other tasks of the process. */
export function slowPace(): Pace {
  let now = 0;
  return {
    clock() {
      now += 4;
      return now;
    },
    yieldTask: () => new Promise((resolve) => void setImmediate(resolve)),
  };
}
