// Rows and what the services know of them: the same fields, under the columns' names and under ours.

type Columns<Entity> = Readonly<Record<keyof Entity, string>>;

/** A row as its table holds it. */
export type RowOf<Entity, Names extends Columns<Entity>> = { [Field in keyof Entity as Names[Field]]: Entity[Field] };

/** A row as the services know it. */
export function fromRow<Entity extends object>(columns: Columns<Entity>, row: object): Entity {
  const values = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(fieldsOf(columns).map(([field, column]) => [field, values[column]])) as Entity;
}

/** The columns of the fields that are given. */
export function toRow<Entity extends object>(columns: Columns<Entity>, values: Partial<Entity>): object {
  return Object.fromEntries(
    fieldsOf(columns).flatMap(([field, column]) => (values[field] === undefined ? [] : [[column, values[field]]])),
  );
}

const fieldsOf = <Entity extends object>(columns: Columns<Entity>) =>
  Object.entries(columns) as [keyof Entity & string, string][];
