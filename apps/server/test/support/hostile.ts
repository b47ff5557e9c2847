/** SQL injections. */
const SQL_PARTS = [
  "' OR '1'='1",
  "' OR 1=1 --",
  "'; DROP TABLE users; --",
  "'; DELETE FROM flows; --",
  "'; UPDATE users SET is_demo=1; --",
  "' UNION SELECT password_hash FROM users --",
  "') OR ('1'='1",
  '" OR ""="',
  '1; SELECT pg_sleep(60)',
  "'||(SELECT pg_sleep(60))||'",
  "' AND randomblob(1000000000) --",
  "'; ATTACH DATABASE '/tmp/evil.db' AS evil; --",
  "'; COPY users TO '/tmp/evil.csv'; --",
  "'/**/OR/**/1=1#",
  "\\'; DROP TABLE sessions; --",
  '$1',
  ':id',
  '@id',
  '?1',
  '%27%20OR%201=1',
  "x' AND (SELECT COUNT(*) FROM sqlite_master) > 0 --",
  "'; VACUUM; --",
  '`; DROP TABLE `flows`; --',
  '$$; DROP TABLE flows; $$',
  "E'\\\\x27 OR 1=1",
] as const
const WRAPPERS = ['', "'", '"', ')', '%', '\\', '/*', ';', '\t', '\n', '\u02bc', '\uff07', 'x'] as const

/** As many different injections as asked for. */
export function sqlInjections(count: number): string[] {
  const texts = WRAPPERS.flatMap((before) =>
    WRAPPERS.flatMap((after) => SQL_PARTS.map((part) => `${before}${part}${after}`)),
  )
  // A stride that has no factor in common with their number, so that few are still of every kind.
  return Array.from({ length: count }, (_, index) => texts[(index * 509) % texts.length] ?? '')
}
