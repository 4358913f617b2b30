import { useEffect, useState } from 'preact/hooks';
import { useStore } from '#components/panel/app/stores.ts';
import { type DetailsPosition, detailsSetting, toDetailsPosition } from './details-settings';

/** Too narrow for the list and the details side by side. */
const narrowQuery = '(max-width: 620px)';
/** The same for a low panel, which has no room for the details below the list. */
const narrowLowQuery = '(max-width: 700px)';
/** Too low for the details below the list. */
const lowQuery = '(max-height: 420px)';

type Room = Parameters<typeof toDetailsPosition>[1];

/** Returns the position of the details, by the user's choice and the available room. */
export function useDetailsPosition(): {
  readonly position: DetailsPosition;
  readonly room: Room;
} {
  const setting = useStore(detailsSetting);
  const [room, setRoom] = useState(measureRoom);
  useEffect(() => {
    const queries = [narrowQuery, narrowLowQuery, lowQuery].map((query) => matchMedia(query));
    const updateRoom = () => setRoom(measureRoom());
    for (const query of queries) query.addEventListener('change', updateRoom);
    updateRoom();
    return () => {
      for (const query of queries) query.removeEventListener('change', updateRoom);
    };
  }, []);
  return { position: toDetailsPosition(setting.value.side, room), room };
}

function measureRoom(): Room {
  const isLow = matchMedia(lowQuery).matches;
  if (matchMedia(isLow ? narrowLowQuery : narrowQuery).matches) return 'tight';
  return isLow ? 'low' : 'free';
}
