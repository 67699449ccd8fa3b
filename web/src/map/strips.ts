export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Weighed {
  readonly weight: number;
}

const sum = (row: readonly Weighed[]) => row.reduce((total, item) => total + item.weight, 0);

/** Mean ratio of the sides of a row's items. */
function meanAspect(row: readonly Weighed[], scale: number, length: number): number {
  const thickness = (sum(row) * scale) / length;
  const aspects = row.map((item) => {
    const along = (item.weight * scale) / thickness;
    return Math.max(along / thickness, thickness / along);
  });
  return aspects.reduce((total, aspect) => total + aspect, 0) / row.length;
}

function rowsOf<T extends Weighed>(items: readonly T[], scale: number, length: number): T[][] {
  const rows: T[][] = [];
  let row: T[] = [];
  for (const item of items) {
    if (row.length > 0 && meanAspect([...row, item], scale, length) > meanAspect(row, scale, length)) {
      rows.push(row);
      row = [];
    }
    row.push(item);
  }
  return row.length > 0 ? [...rows, row] : rows;
}

/**
 * Strip treemap: places weighted items in a box, in their order, in rows of a wide box or columns of a tall one. A row
 * ends when another item would not bring its items closer to squares. Since the order is kept, blocks hardly move while
 * the site grows.
 */
export function strips<T extends Weighed>(items: readonly T[], box: Box): readonly (Box & { readonly item: T })[] {
  const total = sum(items);
  if (total <= 0) return [];
  const scale = (box.width * box.height) / total;
  const across = box.width >= box.height || box.width > 420;
  const length = across ? box.width : box.height;
  const placed: (Box & { item: T })[] = [];
  let offset = 0;
  for (const row of rowsOf(items, scale, length)) {
    const thickness = (sum(row) * scale) / length;
    let along = 0;
    for (const item of row) {
      const extent = (item.weight * scale) / thickness;
      placed.push(
        across
          ? { item, x: box.x + along, y: box.y + offset, width: extent, height: thickness }
          : { item, x: box.x + offset, y: box.y + along, width: thickness, height: extent },
      );
      along += extent;
    }
    offset += thickness;
  }
  return placed;
}
