// A map of rooms: how many there are, in how many pairs one room imports the other, and how many levels they form.

export type RoomMap = {
  readonly rooms: number;
  /** Pairs of rooms in which one imports the other. */
  readonly arrows: number;
  /** Rooms on the longest path along the arrows. */
  readonly levels: number;
  /** Rooms that are part of a circle. */
  readonly circles: number;
};

/** `roomOf` returns the room of a file; undefined for a file outside of the map. */
export function mapOf(
  imports: readonly (readonly [from: string, to: string])[],
  roomOf: (name: string) => string | undefined,
): RoomMap {
  const arrows = new Map<string, Set<string>>();
  for (const name of new Set(imports.flat())) {
    const room = roomOf(name);
    if (room !== undefined) arrows.set(room, new Set());
  }
  for (const [from, to] of imports) {
    const [a, b] = [roomOf(from), roomOf(to)];
    if (a !== undefined && b !== undefined && a !== b) arrows.get(a)!.add(b);
  }
  const heights = new Map<string, number>();
  const inCircles = new Set<string>();
  const heightOf = (room: string, way: readonly string[]): number => {
    const start = way.indexOf(room);
    if (start >= 0) {
      for (const other of way.slice(start)) inCircles.add(other);
      return 0;
    }
    const known = heights.get(room);
    if (known !== undefined) return known;
    const below = [...arrows.get(room)!].map((other) => heightOf(other, [...way, room]));
    const height = 1 + Math.max(0, ...below);
    heights.set(room, height);
    return height;
  };
  const levels = Math.max(0, ...[...arrows.keys()].map((room) => heightOf(room, [])));
  const pairs = [...arrows.values()].reduce((sum, targets) => sum + targets.size, 0);
  return { rooms: arrows.size, arrows: pairs, levels, circles: inCircles.size };
}
