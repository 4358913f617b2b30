import type { DispatchPlace } from '#core/journey/equal-events/dispatched-events';
import { PageWeakMap, readTarget, scheduleTask, weakMapGet, weakMapSet } from '#page/builtins';

/** Tells of each event where it was dispatched and in which task, so that an echo is no second event. */
export function createDispatchPlaces(): (event: Event, name: string) => DispatchPlace {
  const numbers = new PageWeakMap<object, number>();
  let targets = 0;
  let task = 0;
  let isRunning = false;
  return (event, name) => {
    if (!isRunning) {
      isRunning = true;
      task += 1;
      scheduleTask(() => {
        isRunning = false;
      });
    }
    const dispatchedAt = readTarget(event);
    let target = weakMapGet(numbers, dispatchedAt);
    if (target === undefined) {
      target = targets;
      targets += 1;
      weakMapSet(numbers, dispatchedAt, target);
    }
    return { task, name, target };
  };
}
