// Converts between rows of a table and objects of the services, by a map of their names.

type Columns<Entity> = Readonly<Record<keyof Entity, string>>;

export type RowOf<Entity, Names extends Columns<Entity>> = { [Field in keyof Entity as Names[Field]]: Entity[Field] };

/** The object of a row. */
export function fromRow<Entity extends object>(columns: Columns<Entity>, row: object): Entity {
  const values = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(fieldsOf(columns).map(([field, column]) => [field, values[column]])) as Entity;
}

/** The row of an object. Undefined fields are omitted. */
export function toRow<Entity extends object>(columns: Columns<Entity>, values: Partial<Entity>): object {
  return Object.fromEntries(
    fieldsOf(columns).flatMap(([field, column]) => (values[field] === undefined ? [] : [[column, values[field]]])),
  );
}

const fieldsOf = <Entity extends object>(columns: Columns<Entity>) =>
  Object.entries(columns) as [keyof Entity & string, string][];
