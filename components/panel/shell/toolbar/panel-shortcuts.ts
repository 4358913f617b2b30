/** Every key of the panel, by where it works, as the help lists them: names of keys, and what they do there. */
export const panelKeys = [
  {
    where: 'keys.everywhere',
    keys: [
      ['Tab, Shift Tab', 'keys.nextPart'],
      ['Ctrl F', 'keys.filter'],
      ['Ctrl L', 'keys.clear'],
      ['?', 'keys.help'],
    ],
  },
  {
    where: 'keys.inList',
    keys: [
      ['↑ ↓', 'keys.beforeAfter'],
      ['Page Up, Page Down', 'keys.page'],
      ['Home, End', 'keys.ends'],
      ['Enter', 'keys.open'],
      ['Shift ↑ ↓', 'keys.extend'],
      ['Space', 'keys.toggle'],
      ['Ctrl A', 'keys.selectAll'],
      ['Ctrl C', 'keys.copy'],
      ['Shift F10', 'keys.menu'],
      ['← →', 'keys.groups'],
      ['Esc', 'keys.close'],
    ],
  },
  {
    where: 'keys.inHead',
    keys: [
      ['← →', 'keys.heads'],
      ['Enter', 'keys.sort'],
      ['↓', 'keys.columns'],
    ],
  },
  {
    where: 'keys.inFilter',
    keys: [
      ['↑ ↓', 'keys.choices'],
      ['Enter, Tab', 'keys.take'],
      ['Backspace', 'keys.lastTerm'],
      ['Esc', 'keys.emptyFilter'],
    ],
  },
  {
    where: 'keys.inTree',
    keys: [
      ['← →', 'keys.branches'],
      ['Home, End', 'keys.treeEnds'],
      ['Enter, Shift Enter', 'keys.matches'],
    ],
  },
  {
    where: 'keys.inTimeline',
    keys: [
      ['← →', 'keys.moveTimes'],
      ['Shift ← →', 'keys.moreTimes'],
      ['Home, End', 'keys.timeEnds'],
      ['Esc', 'keys.allTimes'],
    ],
  },
  {
    where: 'keys.inCompose',
    keys: [
      ['Ctrl Enter', 'keys.fire'],
      ['Ctrl Z, Ctrl Y', 'keys.undo'],
      ['Esc', 'keys.leaveEditor'],
    ],
  },
  {
    where: 'keys.inScenarios',
    keys: [
      ['Enter', 'keys.editStep'],
      ['Alt ↑ ↓', 'keys.moveStep'],
      ['Delete', 'keys.removeStep'],
      ['Ctrl Z', 'keys.undo'],
    ],
  },
] as const;
