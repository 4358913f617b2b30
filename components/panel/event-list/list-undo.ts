/** Steps that Ctrl+Z takes back for as long as the list lives: hiding events, and clearing the list. */
export interface ListUndo {
  /** `step` takes one step back. It returns whether anything was left to take back. */
  add(step: () => boolean): void;
  /** Takes the last step back. Returns whether there was one. */
  undo(): boolean;
}

/** Each step holds a few sets at most; a cleared list is held by the records themselves, one at a time. */
const MAX_STEPS = 100;

export function createListUndo(): ListUndo {
  const steps: (() => boolean)[] = [];
  return {
    add(step) {
      steps.push(step);
      if (steps.length > MAX_STEPS) steps.shift();
    },
    undo() {
      for (let step = steps.pop(); step; step = steps.pop()) if (step()) return true;
      return false;
    },
  };
}
