import { useEffect, useState } from 'preact/hooks';
import { useStore } from '#components/panel/app/stores.ts';
import { type DetailsPosition, detailsPosition, detailsSetting } from './details-settings';

/** Too narrow to show the list and the details side by side, and too low to show one below the other. */
const tight = '(max-width: 620px)';
const tightWhereLow = '(max-width: 700px)';
const low = '(max-height: 420px)';

type Room = Parameters<typeof detailsPosition>[1];

/** Returns the position of the details, by the user's choice and the available room. */
export function useDetailsPosition(): {
  readonly position: DetailsPosition;
  readonly room: Room;
} {
  const setting = useStore(detailsSetting);
  const [room, setRoom] = useState(roomNow);
  useEffect(() => {
    const queries = [tight, tightWhereLow, low].map((query) => matchMedia(query));
    const updateRoom = () => setRoom(roomNow());
    for (const query of queries) query.addEventListener('change', updateRoom);
    updateRoom();
    return () => {
      for (const query of queries) query.removeEventListener('change', updateRoom);
    };
  }, []);
  return { position: detailsPosition(setting.value.side, room), room };
}

function roomNow(): Room {
  const isLow = matchMedia(low).matches;
  if (matchMedia(isLow ? tightWhereLow : tight).matches) return 'tight';
  return isLow ? 'low' : 'free';
}
