import { useEffect, useState } from 'preact/hooks';
import { useStore } from '#components/panel/app/stores.ts';
import { type DetailsPlace, detailsPosition, detailsSetting } from './details-settings';

/** Too narrow for the list and the details beside each other, and too low for one below the other. */
const tight = '(max-width: 620px)';
const tightWhereLow = '(max-width: 700px)';
const low = '(max-height: 420px)';

type Room = Parameters<typeof detailsPosition>[1];

/** Returns the position of the details, by the user's choice and the available room. */
export function useDetailsPosition(): {
  readonly place: DetailsPlace;
  readonly room: Room;
} {
  const setting = useStore(detailsSetting);
  const [room, setRoom] = useState(roomNow);
  useEffect(() => {
    const queries = [tight, tightWhereLow, low].map((query) => matchMedia(query));
    const look = () => setRoom(roomNow());
    for (const query of queries) query.addEventListener('change', look);
    look();
    return () => {
      for (const query of queries) query.removeEventListener('change', look);
    };
  }, []);
  return { place: detailsPosition(setting.value.side, room), room };
}

function roomNow(): Room {
  const isLow = matchMedia(low).matches;
  if (matchMedia(isLow ? tightWhereLow : tight).matches) return 'tight';
  return isLow ? 'low' : 'free';
}
