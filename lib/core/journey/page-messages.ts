/** One sighting as it was handed over, numbered from 1 within its document. */
export interface NumberedSighting {
  readonly seq: number;
  readonly text: string;
}

/** What happened while no panel was open: a relay tells the background. */
export interface UnwatchedLog {
  readonly documentKey: string;
  /** Whether it is the document of the tab's top frame: of a frame that goes away the browser does not always say so. */
  readonly isTop: boolean;
  /** The number that the next sighting will have. */
  readonly next: number;
  /** Number of the oldest sighting that the relay holds: nothing before it can be asked for. */
  readonly heldFrom: number;
  readonly sightings: readonly NumberedSighting[];
  /** The page has gone away for good. */
  readonly gone: boolean;
}

/** What a relay says to the panel. */
export type FromRelay =
  | {
      readonly type: 'document';
      readonly documentKey: string;
      readonly url: string;
      readonly title: string;
      /** Whether the page was there before it was watched. */
      readonly isLate?: boolean | undefined;
    }
  | {
      readonly type: 'log';
      /** How many of the oldest sightings had to be given up before anybody asked for them. */
      readonly dropped: number;
      readonly sightings: readonly NumberedSighting[];
    };

/** What the panel says to a relay. */
export type ToRelay =
  /** "Send me the log from this number on, and all that follows." */
  | { readonly type: 'attach'; readonly from: number }
  /** JSON text for the hook. */
  | { readonly type: 'order'; readonly order: string }
  /** "Cleared": what is held is not wanted any more. */
  | { readonly type: 'forget' };

/** What the panel and the background say to all relays of a tab. */
export type ToAllRelays =
  | { readonly type: 'panel-opened' }
  /** For the relays of the sites of these match patterns; a tab may hold frames of other sites. */
  | { readonly type: 'stop-watching'; readonly patterns: readonly string[] };

/** A connection from a relay to a panel, as the browser gives it. */
export interface PanelPort {
  post(message: FromRelay): void;
  onMessage(receive: (message: unknown) => void): void;
  onDisconnect(gone: () => void): void;
  close(): void;
}
