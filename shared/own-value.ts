/** Looks a name up that comes from outside: `record[name]` finds members of every object too, such as `__proto__`. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
