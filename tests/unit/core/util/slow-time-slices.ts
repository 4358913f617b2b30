import type { TimeSliceDeps } from '#core/util/time-slices';

/** Dependencies of work whose items take 4 ms each. It yields to the other tasks of the process. */
export function slowTimeSlices(): TimeSliceDeps {
  let now = 0;
  return {
    clock() {
      now += 4;
      return now;
    },
    yieldTask: () => new Promise((resolve) => void setImmediate(resolve)),
  };
}
