// Decides whether a host is this machine. Servers that answer only their own machine check this, to prevent DNS
// rebinding: any site can let its name resolve to 127.0.0.1, but the browser still sends the name of the site.

/**
 * Whether a hostname, as `URL` returns it, or an IP address is this machine: `localhost`, 127.0.0.0/8 or ::1. Names
 * below localhost and names with a dot at the end do not count, because some resolvers look them up in the network.
 */
export const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}|::1|\[::1\])$/i.test(hostname);

/** Whether a Host header, a name with or without a port, is this machine. */
export function isLoopbackHost(host: string): boolean {
  // A URL parser finds a user name in `evil.example@localhost` and a path in `localhost/x`. A Host header has neither.
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return false;
  return isLoopback(new URL(`http://${host}`).hostname);
}
