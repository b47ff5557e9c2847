// Loaded before a server's own code: tells the parent, when asked, how long the process has used a processor, in µs.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.channel?.unref()
