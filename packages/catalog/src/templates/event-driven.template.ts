import { overInternet, withinDataCentre } from './links.ts'
import type { FlowTemplate } from './template.ts'

const processor = {
  concurrencyModel: 'Worker Pool',
  maxConcurrentRequests: 16,
  averageProcessingTime: 20,
  maxRequestsPerSecond: 2000,
} as const

export const eventDriven: FlowTemplate = {
  id: 'event-driven',
  title: 'Event-Driven Architecture',
  description:
    'Orders and sensor readings become events; processors take them from queues and streams at their own pace.',
  nodes: [
    {
      key: 'shoppers',
      type: 'Client',
      layer: 0,
      data: {
        label: 'Shoppers',
        description: 'People who place orders',
        concurrentUsers: 900,
        thinkTimeBetweenRequests: 3000,
        bandwidthLimit: 100,
      },
    },
    {
      key: 'sensors',
      type: 'Client',
      layer: 0,
      data: {
        label: 'Warehouse Sensors',
        description: 'Devices that report stock and temperature',
        clientType: 'IoT Device',
        devicePerformance: 'Low',
        connectionType: 'Cellular',
        authenticationMethod: 'Client Certificate',
        concurrentUsers: 1000,
        thinkTimeBetweenRequests: 5000,
        bandwidthLimit: 20,
      },
    },
    {
      key: 'order-api',
      type: 'Server',
      layer: 1,
      data: { ...processor, instances: 4, label: 'Order API', description: 'Accepts orders and announces them' },
    },
    {
      key: 'ingest',
      type: 'Server',
      layer: 1,
      data: {
        ...processor,
        instances: 4,
        supportedProtocols: ['MQTT', 'HTTPS'],
        label: 'Telemetry Ingest',
        description: 'Turns sensor messages into events',
      },
    },
    {
      key: 'payments',
      type: 'Server',
      layer: 2,
      data: { ...processor, label: 'Payment Processor', description: 'Charges each order once' },
    },
    {
      key: 'inventory',
      type: 'Server',
      layer: 2,
      data: { ...processor, label: 'Inventory Processor', description: 'Reserves stock' },
    },
    {
      key: 'notifications',
      type: 'Server',
      layer: 2,
      data: { ...processor, instances: 1, label: 'Notification Service', description: 'Writes to customers' },
    },
    {
      key: 'analytics',
      type: 'Server',
      layer: 2,
      data: { ...processor, instances: 4, label: 'Stream Analytics', description: 'Watches all sensor readings' },
    },
    {
      key: 'orders-db',
      type: 'Database',
      layer: 3,
      data: {
        label: 'Order Database',
        description: 'Orders and payments',
        maxConnections: 40,
        averageLatency: 6,
        readIOPS: 4000,
        writeIOPS: 2000,
      },
    },
    {
      key: 'stock-db',
      type: 'Database',
      layer: 3,
      data: {
        label: 'Stock Database',
        description: 'What lies where',
        dbType: 'NoSQL',
        dbSubType: 'Key-Value',
        maxConnections: 40,
        averageLatency: 4,
        readIOPS: 4000,
        writeIOPS: 2000,
      },
    },
    {
      key: 'metrics-db',
      type: 'Database',
      layer: 3,
      data: {
        label: 'Metrics Database',
        description: 'Readings over time',
        dbType: 'NoSQL',
        dbSubType: 'Column-Family',
        maxConnections: 40,
        averageLatency: 5,
        readIOPS: 8000,
        writeIOPS: 8000,
        storageCapacity: 2000,
      },
    },
  ],
  edges: [
    { from: 'shoppers', to: 'order-api', type: 'http', data: overInternet },
    {
      from: 'sensors',
      to: 'ingest',
      type: 'mqtt',
      data: { latencyMs: 80, maxThroughputRPS: 2000, bandwidthMbps: 50, topicPattern: 'warehouse/+/readings' },
    },
    {
      from: 'order-api',
      to: 'payments',
      type: 'kafka',
      data: {
        ...withinDataCentre,
        topicPattern: 'orders.placed',
        consumerGroups: ['payments'],
        partitionKey: 'orderId',
      },
    },
    {
      from: 'order-api',
      to: 'inventory',
      type: 'kafka',
      data: {
        ...withinDataCentre,
        topicPattern: 'orders.placed',
        consumerGroups: ['inventory'],
        partitionKey: 'orderId',
      },
    },
    {
      from: 'order-api',
      to: 'notifications',
      type: 'amqp',
      data: { ...withinDataCentre, queueName: 'customer-mail', topicPattern: 'orders.*' },
    },
    {
      from: 'ingest',
      to: 'analytics',
      type: 'eventStream',
      data: {
        ...withinDataCentre,
        streamName: 'readings',
        eventTypes: ['stock', 'temperature'],
        retentionPeriodHours: 72,
      },
    },
    { from: 'payments', to: 'orders-db', type: 'database', data: withinDataCentre },
    { from: 'inventory', to: 'stock-db', type: 'database', data: withinDataCentre },
    { from: 'analytics', to: 'metrics-db', type: 'database', data: withinDataCentre },
  ],
}
