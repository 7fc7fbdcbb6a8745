// The QR codes that are shown: what each was asked for, and where the browser goes once somebody has decided.
import type { Clock } from '../types.ts';
import type { Random } from './codes.ts';
import type { Faults } from './faults.ts';
import type { Person } from './people.ts';
import type { Platform } from './platform.ts';
import { RequestError } from './request-error.ts';
import { createShelf } from './shelf.ts';

/** What the web app asked for. */
export type Wish = { readonly redirectUri: string; readonly state: string | undefined };
export type Decision = { readonly person: Person; readonly allow: boolean };
export type TicketStatus = {
  readonly status: 'waiting' | 'scanned' | 'decided' | 'expired';
  /** Where the browser goes; a second one is the same callback once more. */
  readonly locations?: readonly string[];
};

export type Tickets = {
  /** Its id: whoever has it may decide. */
  open(wish: Wish): string;
  look(id: string): TicketStatus;
  scan(id: string): TicketStatus;
  /** Throws a RequestError: 404, 409 decided already, 410 expired. */
  decide(id: string, decision: Decision): readonly string[];
  /** The same without a QR code, for programs. */
  decideAtOnce(wish: Wish, decision: Decision): readonly string[];
};

export type TicketsParts = {
  readonly platform: Pick<Platform, 'issueWebCode'>;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly random: Random;
};

type Ticket = Wish & { readonly dead: boolean; scanned: boolean; locations?: readonly string[] };

/** The provider's, and as long as a state lives: a late confirmation meets an expired state. */
export const qrSeconds = 300;

export function createTickets({ platform, faults, clock, random }: TicketsParts): Tickets {
  const shelf = createShelf<Ticket>({ clock, seconds: qrSeconds });

  const find = (id: string): { ticket: Ticket; status: TicketStatus } => {
    const found = shelf.find(id);
    if (!found) throw new RequestError('no such QR code', { status: 404 });
    const { value: ticket, expired } = found;
    // Decided in time stays decided: the page may ask a moment late.
    if (ticket.locations) return { ticket, status: { status: 'decided', locations: ticket.locations } };
    if (expired || ticket.dead) return { ticket, status: { status: 'expired' } };
    return { ticket, status: { status: ticket.scanned ? 'scanned' : 'waiting' } };
  };

  const decideAtOnce = ({ redirectUri, state }: Wish, { person, allow }: Decision): readonly string[] => {
    const lead = (code: string | undefined): string => addToQuery(redirectUri, { code, state });
    const refused = faults.take('authorize', 'decision') !== undefined;
    if (!allow || refused) return [lead(faults.take('authorize', 'denial') ? 'authdeny' : undefined)];
    const first = lead(platform.issueWebCode(person));
    const repetition = faults.take('authorize', 'callback');
    if (!repetition) return [first];
    return [first, repetition.kind === 'two_codes' ? lead(platform.issueWebCode(person)) : first];
  };

  return {
    open(wish) {
      const id = random(18).toString('base64url');
      const dead = faults.take('authorize', 'qr') !== undefined;
      shelf.put(id, { ...wish, dead, scanned: false });
      return id;
    },
    look: (id) => find(id).status,
    scan(id) {
      const { ticket, status } = find(id);
      if (status.status === 'waiting') ticket.scanned = true;
      return status;
    },
    decide(id, decision) {
      const { ticket, status } = find(id);
      if (status.status === 'expired') throw new RequestError('the QR code has expired', { status: 410 });
      if (status.status === 'decided') throw new RequestError('the QR code has been used', { status: 409 });
      ticket.locations = decideAtOnce(ticket, decision);
      return ticket.locations;
    },
    decideAtOnce,
  };
}

function addToQuery(address: string, pairs: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(pairs)) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
